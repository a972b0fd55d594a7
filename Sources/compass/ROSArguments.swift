public import ArgumentParser
import HeadingArguments
public import HeadingROS

extension ROSOptions.North: ExpressibleByArgument {}
extension ROSFrameName: ExpressibleByArgument {}

/// Options of messages of ROS.
struct ROSArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "ROS: north of sensor_msgs/Imu, magnetic or true; true withholds the orientation without a declination. "
        + "Default magnetic.", valueName: "north"))
  var rosNorth: ROSOptions.North?

  @Option(help: ArgumentHelp("ROS: frame of the body. Default base_link.", valueName: "frame"))
  var baseFrame: ROSFrameName?

  /// The options with their defaults.
  var options: ROSOptions {
    var options = ROSOptions()
    options.north = rosNorth ?? options.north
    options.base = baseFrame?.rawValue ?? options.base
    return options
  }

  /// Refuses options that have no effect without another.
  func refuse(unless other: String, also more: [String] = []) throws {
    let given =
      (rosNorth == nil ? [] : ["--ros-north"]) + (baseFrame == nil ? [] : ["--base-frame"]) + more
    guard given.isEmpty else {
      throw ValidationError(
        "\(given.joined(separator: ", ")) would change nothing without \(other).")
    }
  }
}

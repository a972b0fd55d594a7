public import ArgumentParser
import FoundationEssentials
import HeadingClient
import HeadingROS
public import ROSPublishing
import UnixSignals

/// The command line.
@main
struct HeadingdROS2: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "headingd-ros2",
    abstract: "Publishes the stream of headingd to ROS 2 over DDS. ROS need not be installed here.",
    discussion: """
      Topics: /imu/data /imu/mag /pressure /gps/fix /heading /odometry /tf /diagnostics
      Values that are not available are not published; /diagnostics has the reasons.

      EXAMPLES
        headingd-ros2                      for nodes of this machine with
                                           ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST
        headingd-ros2 --distribution humble
                                           for nodes of Humble on this machine with
                                           ROS_LOCALHOST_ONLY=1
        headingd-ros2 --interface wlan0    for the nodes on that network
        headingd-ros2 --domain 7 --namespace /robot1
        headingd-ros2 --connect pi.local   headingd of another machine
        headingd-ros2 --ros-north true --rate 20

      EXIT STATUS
        0     ended by SIGINT or SIGTERM
        64    the command line is wrong
        69    DDS cannot be used
      """)

  @Option(
    help: ArgumentHelp(
      "Address of headingd. Default: the socket of this machine's daemon, as compass finds it.",
      valueName: "host[:port]|path"))
  var connect: String?

  @Option(
    help: ArgumentHelp(
      "Updates per second at most, 0.1 to 1000. Default: every one.", valueName: "Hz"))
  var rate: Double?

  @Option(
    help: ArgumentHelp(
      "Domain of DDS, 0 to 232. Default: $ROS_DOMAIN_ID, else 0.", valueName: "number"))
  var domain: String?

  @Option(
    help: ArgumentHelp(
      "Interface of the network with the nodes. Default: none, the nodes are on this machine.",
      valueName: "name"))
  var interface: String?

  @Option(
    help: ArgumentHelp(
      "Configuration of Cyclone DDS instead of --interface, XML or files, such as \"$CYCLONEDDS_URI\".",
      valueName: "text"))
  var cyclone: String?

  @Option(help: ArgumentHelp("Name of the node. Default headingd.", valueName: "name"))
  var node = "headingd"

  @Option(
    help: ArgumentHelp(
      "Namespace of the node and its topics, but /tf and /diagnostics. Default /.",
      valueName: "namespace"))
  var namespace = "/"

  @Option(
    help: ArgumentHelp(
      "North of sensor_msgs/Imu, magnetic or true; true withholds the orientation without a declination. "
        + "Default magnetic.", valueName: "north"),
    transform: { text in
      guard let north = ROSOptions.North(rawValue: text) else {
        throw ValidationError("'\(text)' is neither magnetic nor true.")
      }
      return north
    })
  var rosNorth: ROSOptions.North?

  @Option(
    help: ArgumentHelp("Frame of the body. Default base_link.", valueName: "frame"),
    transform: frame)
  var baseFrame: ROSFrameName?

  @Option(
    help: ArgumentHelp(
      "Frame of positions: east, north, up at the first position since the start. Default map.",
      valueName: "frame"), transform: frame)
  var mapFrame: ROSFrameName?

  @Option(
    help: ArgumentHelp(
      "Distribution of the nodes, which differ in how they look for each other on one machine and in how they learn "
        + "this node's name. Default: $ROS_DISTRO, else jazzy.",
      valueName: "name"))
  var distribution: Distribution?

  func run() async throws {
    let publishing = Publishing(
      address: try address, rate: try checkedRate, options: options, node: try nodeName,
      domain: try domainNumber, network: try network, distribution: try usedDistribution)
    let task = Task { try await publishing.run() }
    let signals = Task {
      for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup) {
        task.cancel()
      }
    }
    defer { signals.cancel() }
    do { try await task.value } catch {
      Notices.say("\(error). \(Self.remedy)")
      throw ExitCode(69)
    }
  }

  private static let remedy =
    "Check the names with `ip link`, and that no more than 32 programs use DDS in this domain on this machine."

  private static func frame(_ text: String) throws -> ROSFrameName {
    guard let name = ROSFrameName(rawValue: text) else {
      throw ValidationError(
        "'\(text)' is not the name of a frame: 1 to 255 printing characters of ASCII, no slash first."
      )
    }
    return name
  }

  private var address: ServerAddress? {
    get throws {
      guard let connect else { return nil }
      guard let address = ServerAddress(connect) else {
        throw ValidationError("--connect '\(connect)' is not HOST[:PORT] or a socket's path.")
      }
      return address
    }
  }

  private var checkedRate: Double? {
    get throws {
      guard let rate else { return nil }
      guard (0.1...1000).contains(rate) else {
        throw ValidationError("--rate \(rate) is not between 0.1 and 1000 Hz.")
      }
      return rate
    }
  }

  private var options: ROSOptions {
    var options = ROSOptions()
    options.north = rosNorth ?? options.north
    options.base = baseFrame?.rawValue ?? options.base
    options.map = mapFrame?.rawValue ?? options.map
    return options
  }

  private var nodeName: NodeName {
    get throws {
      guard let name = NodeName(node, in: namespace) else {
        throw ValidationError(
          "--node '\(node)' --namespace '\(namespace)' is not a name of ROS: letters, digits and "
            + "underscores, not a digit first; a namespace has slashes between such names.")
      }
      return name
    }
  }

  private var domainNumber: UInt32 {
    get throws {
      let variable = ProcessInfo.processInfo.environment["ROS_DOMAIN_ID"] ?? ""
      let (name, text) = domain.map { ("--domain", $0) } ?? ("$ROS_DOMAIN_ID", variable)
      if text.isEmpty, domain == nil { return 0 }
      guard let number = UInt32(text), number <= 232 else {
        throw ValidationError(
          "\(name) '\(text)' is not a number from 0 to 232: the ports of higher domains do not exist."
        )
      }
      return number
    }
  }

  private var network: Network {
    get throws {
      switch (interface, cyclone) {
      case (nil, nil): return .thisMachine
      case (let name?, nil):
        guard Network.isInterface(name) else {
          throw ValidationError(
            "--interface '\(name)' is not the name of an interface; see `ip link`.")
        }
        return .interface(name)
      case (nil, let text?):
        guard !text.isEmpty else {
          throw ValidationError("--cyclone is empty: is $CYCLONEDDS_URI set?")
        }
        return .configuration(text)
      default: throw ValidationError("--interface and --cyclone contradict: give one of them.")
      }
    }
  }

  private var usedDistribution: Distribution {
    get throws {
      if let distribution { return distribution }
      let variable = ProcessInfo.processInfo.environment["ROS_DISTRO"] ?? ""
      if variable.isEmpty { return .jazzy }
      guard let known = Distribution(rawValue: variable) else {
        throw ValidationError(
          "$ROS_DISTRO '\(variable)' is not known here: give --distribution, one of "
            + Distribution.allCases.map(\.rawValue).joined(separator: ", ") + ".")
      }
      return known
    }
  }
}

extension Distribution: ExpressibleByArgument {}

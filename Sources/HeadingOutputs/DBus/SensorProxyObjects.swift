import HeadingEngine
import HeadingGeometry
import HeadingSensing
import HeadingSystemd

/// The objects of iio-sensor-proxy, of which this program serves the compass.
enum SensorProxyObjects {
  static let name = "net.hadess.SensorProxy"

  /// The compass and, without sensors, the object that clients look at first.
  static func all(north: OutputNorth) -> [BusObject] { [compass(north), others] }

  /// Degrees clockwise from north, −1 while not known, and never of simulated sensors, for which the
  /// interface has no mark.
  private static func compass(_ north: OutputNorth) -> BusObject {
    BusObject(
      path: "/net/hadess/SensorProxy/Compass", interface: "net.hadess.SensorProxy.Compass",
      methods: ["ClaimCompass", "ReleaseCompass"],
      properties: [
        .init(name: "HasCompass") { state in
          let solution = state.solution
          return .bool(
            !solution.isSimulated
              && (heading(solution, north) != nil
                || solution.reasons.isDisjoint(with: [.starting, .magnetometerMissing]))
          )
        },
        .init(name: "CompassHeading") { state in
          // The interface has no accuracy: a heading that nobody may steer by is none.
          let isUsable = !state.solution.isSimulated && state.steer != "stop"
          return .double(isUsable ? heading(state.solution, north) ?? -1 : -1)
        },
      ])
  }

  private static func heading(
    _ solution: HeadingSolution, _ north: OutputNorth
  ) -> Double? {
    // Changes below a tenth of a degree would make a signal of each update.
    return solution.azimuth(from: north).map { ($0 * 10).rounded() / 10 }.map { $0 >= 360 ? 0 : $0 }
  }

  private static let others = BusObject(
    path: "/net/hadess/SensorProxy", interface: name,
    methods: ["Accelerometer", "Light", "Proximity"].flatMap { ["Claim" + $0, "Release" + $0] },
    properties: [
      .init(name: "HasAccelerometer") { _ in .bool(false) },
      .init(name: "AccelerometerOrientation") { _ in .string("undefined") },
      .init(name: "HasAmbientLight") { _ in .bool(false) },
      .init(name: "LightLevelUnit") { _ in .string("lux") },
      .init(name: "LightLevel") { _ in .double(0) },
      .init(name: "HasProximity") { _ in .bool(false) },
      .init(name: "ProximityNear") { _ in .bool(false) },
    ])
}

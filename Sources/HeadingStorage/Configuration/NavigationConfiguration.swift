package import HeadingGeometry
package import HeadingSensing

/// Motion constraint, lever arm, fix latency, coasting limit, gyroscope bias and point of the heave;
/// the section `navigation`.
package struct NavigationConfiguration: Sendable, Hashable {
  /// Range of the fix latency, s: the length of the filter's history.
  package static let latencies = 0.0...1.2

  /// Range of the coasting limit, m.
  package static let limits = 1.0...100_000.0

  /// Range of sea-level pressures, hPa.
  package static let settings = 850.0...1100.0

  /// Range of the gyroscope bias, °/s.
  package static let biases = 0.01...30.0

  /// Largest lever arm, m: that of a ship.
  private static let longestArm = 500.0

  /// The motion constraint.
  package var motion: MotionConstraint?

  /// Lever arm from the sensors to the antenna, m: right, forward, up.
  package var leverArm: String?

  /// Time from a fix's time of validity to its time stamp, s.
  package var fixLatency: Double?

  /// Horizontal accuracy up to which dead reckoning without fixes is published, m.
  package var coastingLimit: Double?

  /// Sea-level pressure (QNH), hPa.
  package var qnh: Double?

  /// 1σ of the gyroscope's bias without calibration, °/s.
  package var gyroscopeBias: Double?

  /// Point whose heave is computed, m from the sensors: right, forward, up; `nil` for none.
  package var heavePoint: String?

  /// Creates the defaults.
  package init() {}

  /// Parses three comma-separated numbers, m; `nil` for other texts or too large a lever arm.
  package static func vector(_ text: String) -> Vector3? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      Double(part.filter { $0 != " " })
    }
    guard parts.count == 3, let x = parts[0], let y = parts[1], let z = parts[2] else { return nil }
    let vector = Vector3(x, y, z)
    return vector.isFinite && vector.length <= longestArm ? vector : nil
  }
}

extension NavigationConfiguration {
  init(_ section: ConfigurationSection) {
    motion = section.choice("motion", of: MotionConstraint.allCases.map(\.name))
      .flatMap(MotionConstraint.init(name:))
    let isVector: (String) -> String? = { text in
      Self.vector(text) == nil
        ? "'\(text)' is not three numbers of metres, such as 0, 1.2, 0.3" : nil
    }
    leverArm = section.text("lever_arm", isVector)
    heavePoint = section.text("heave_point", isVector)
    fixLatency = section.number("fix_latency", Self.latencies, "seconds")
    coastingLimit = section.number("coasting_limit", Self.limits, "metres")
    qnh = section.number("qnh", Self.settings, "hPa")
    gyroscopeBias = section.number("gyroscope_bias", Self.biases, "degrees per second")
  }
}

package import HeadingGeometry
package import HeadingSensing

/// How the vehicle moves, where its antenna is, how far it may go without fixes; the section `navigation`.
package struct NavigationConfiguration: Sendable, Hashable {
  /// How long before its time stamp a fix may have been valid, s: what the filter's history holds.
  package static let latencies = 0.0...1.2

  /// Horizontal accuracies that may be asked for, m.
  package static let limits = 1.0...100_000.0

  /// Pressures reduced to sea level that weather brings, hPa.
  package static let settings = 850.0...1100.0

  /// Longest arm of an antenna, m: that of a ship.
  private static let longestArm = 500.0

  /// How the vehicle moves.
  package var motion: MotionConstraint?

  /// The antenna as seen from the sensors, m: right, forward, up.
  package var leverArm: String?

  /// How long before its time stamp a fix was valid, s.
  package var fixLatency: Double?

  /// Horizontal accuracy up to which a place without fixes is of use, m.
  package var coastingLimit: Double?

  /// Pressure reduced to sea level, hPa.
  package var qnh: Double?

  /// The defaults.
  package init() {}

  /// Three numbers with commas between, m; `nil` if the text is something else or too long an arm.
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
    leverArm = section.text("lever_arm") { text in
      Self.vector(text) == nil
        ? "'\(text)' is not three numbers of metres, such as 0, 1.2, 0.3" : nil
    }
    fixLatency = section.number("fix_latency", Self.latencies, "seconds")
    coastingLimit = section.number("coasting_limit", Self.limits, "metres")
    qnh = section.number("qnh", Self.settings, "hPa")
  }
}

/// Source of a published heading.
public enum HeadingSource: UInt8, Sendable, Hashable, CaseIterable {
  /// The magnetic field and the inertial sensors.
  case field

  /// Motion over ground, the inertial sensors and the field together.
  case motion

  /// A device that reports a heading itself.
  case external

  /// The name on the wire.
  public var name: String {
    switch self {
    case .field: "magnetic_field"
    case .motion: "motion"
    case .external: "external"
    }
  }
}

extension HeadingUpdate {
  /// What a heading comes from.
  public enum Source: String, Sendable, Hashable {
    /// The magnetic field and the inertial sensors.
    case magneticField = "magnetic_field"

    /// Motion over ground, the inertial sensors and the field.
    case motion

    /// A device that computes its heading itself.
    case external
  }
}

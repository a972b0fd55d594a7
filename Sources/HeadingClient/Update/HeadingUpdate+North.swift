extension HeadingUpdate {
  /// The reference of a heading.
  public enum North: String, Sendable, Hashable {
    /// The horizontal direction of the local magnetic field.
    case magnetic

    /// The direction of the geographic pole.
    case geographic = "true"
  }
}

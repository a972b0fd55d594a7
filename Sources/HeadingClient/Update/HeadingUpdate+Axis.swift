extension HeadingUpdate {
  /// The axis of the body whose heading is reported.
  public enum Axis: String, Sendable, Hashable {
    /// The forward axis, as long as it is less than 75° from the horizontal.
    case forward = "+y"

    /// The back of the device, while the nose points up.
    case back = "-z"

    /// The face of the device, while the nose points down.
    case face = "+z"
  }
}

extension HeadingUpdate {
  /// A heading with its reference and accuracy.
  public struct Heading: Sendable, Hashable {
    /// Degrees clockwise from ``north``, 0 <= degrees < 360.
    public var degrees: Double

    /// The reference.
    public var north: North

    /// Bound of the error, degrees, that holds with 68 % probability.
    ///
    /// `nil` if another compass gives the heading without one.
    public var accuracy: Double?

    /// Bound of the error, degrees, that holds with 95 % probability; `nil` as ``accuracy``, and
    /// for a true heading.
    public var accuracy95: Double?

    /// The axis of the body whose heading it is.
    public var axis: Axis

    /// What the heading comes from; `nil` if the daemon does not say, or says a word that is not
    /// known.
    public var source: Source?
  }
}

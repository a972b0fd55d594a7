extension HeadingUpdate {
  /// A number with its accuracy, both in the unit of the property.
  public struct Estimate: Sendable, Hashable {
    /// The number.
    public var value: Double

    /// Bound of the error that holds with 68 % probability; `nil` if it is not known.
    public var accuracy: Double?
  }
}

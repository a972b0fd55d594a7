extension HeadingUpdate {
  /// A vector; unit and frame are those of the property.
  public struct Vector: Sendable, Hashable {
    /// The component along x.
    public var x: Double

    /// The component along y.
    public var y: Double

    /// The component along z.
    public var z: Double

    /// The vector of three numbers; `nil` for another count.
    init?(_ elements: [Double]?) {
      guard let elements, elements.count == 3 else { return nil }
      (x, y, z) = (elements[0], elements[1], elements[2])
    }
  }
}

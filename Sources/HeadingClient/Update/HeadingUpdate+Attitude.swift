extension HeadingUpdate {
  /// A unit quaternion, Hamilton's convention; (1, 0, 0, 0) is level and pointing to magnetic
  /// north.
  public struct Attitude: Sendable, Hashable {
    /// The scalar part.
    public var w: Double

    /// The vector part along x.
    public var x: Double

    /// The vector part along y.
    public var y: Double

    /// The vector part along z.
    public var z: Double

    /// The quaternion of four numbers w, x, y, z; `nil` for another count.
    init?(_ elements: [Double]?) {
      guard let elements, elements.count == 4 else { return nil }
      (w, x, y, z) = (elements[0], elements[1], elements[2], elements[3])
    }
  }
}

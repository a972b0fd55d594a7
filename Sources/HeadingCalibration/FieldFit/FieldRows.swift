/// Reusable storage of a sample's design-matrix rows, so that none is allocated for each.
struct FieldRows {
  /// Common part of the first row, or of all rows of a segment.
  var first: [Double]
  /// Common part of the second row.
  var second: [Double]
  /// Part of the segment's own parameters.
  var own: [Double]

  init(count: Int) {
    first = [Double](repeating: 0, count: count)
    second = first
    own = [Double](repeating: 0, count: SegmentState.count)
  }
}

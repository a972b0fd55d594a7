/// The memory of the rows that a sample adds, so that none is allocated for each.
struct FieldRows {
  /// The first row's common part, or that of all rows of a chain.
  var first: [Double]
  /// The second row's common part.
  var second: [Double]
  /// A chain's own part.
  var own: [Double]

  init(count: Int) {
    first = [Double](repeating: 0, count: count)
    second = first
    own = [Double](repeating: 0, count: ChainState.count)
  }
}

/// Numbers of messages, rounded to decimals far below their errors.
package enum WireNumber {
  private static let powers: InlineArray<10, Double> = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
  ]

  /// The value rounded to a number of decimals, 0 to 9.
  package static func rounded(_ value: Double, _ decimals: Int) -> Double {
    (value * powers[decimals]).rounded() / powers[decimals]
  }

  /// A heading or course, degrees, with four decimals; 360 becomes 0.
  package static func heading(_ degrees: Double) -> Double {
    let rounded = rounded(degrees, 4)
    return rounded >= 360 ? 0 : rounded
  }
}

/// Writer of a CSV table.
struct TableBytes: Sendable {
  /// The bytes that are not taken yet.
  private(set) var bytes: [UInt8] = []

  /// Creates a table with the header line.
  init(header: String) { bytes.append(contentsOf: header.utf8) }

  /// Returns the written bytes and empties the table.
  mutating func take() -> [UInt8] {
    let taken = bytes
    bytes.removeAll(keepingCapacity: true)
    return taken
  }

  /// Ends a cell.
  mutating func separate() { bytes.append(UInt8(ascii: ",")) }

  /// Ends a row.
  mutating func endRow() { bytes.append(UInt8(ascii: "\n")) }

  /// Appends text that needs no quotes.
  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends a number with fixed decimals; the general formatter is five times slower.
  ///
  /// Too large values and NaN are not written.
  mutating func append(fixed value: Double, decimals: Int) {
    var power = 1.0
    for _ in 0..<decimals { power *= 10 }
    guard let scaled = Int64(exactly: (value * power).rounded()) else { return }
    if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
    let magnitude = scaled.magnitude
    let unit = UInt64(power)
    append(digits: magnitude / unit, atLeast: 1)
    bytes.append(UInt8(ascii: "."))
    append(digits: magnitude % unit, atLeast: decimals)
  }

  private mutating func append(digits value: UInt64, atLeast count: Int) {
    var divisor: UInt64 = 1
    var length = 1
    while length < count || value / divisor >= 10 {
      divisor *= 10
      length += 1
    }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
      divisor /= 10
    }
  }
}

/// Time of a signature: units of 10 µs since the beginning of 2015, UTC, 48 bits.
package struct SignatureTime: Sendable, Hashable, Comparable {
  /// Seconds from 1970 to 2015.
  private static let epoch = 1_420_070_400.0

  /// The largest count.
  private static let largest: UInt64 = 1 << 48 - 1

  /// The count.
  package private(set) var units: UInt64

  /// A count; a larger one than 48 bits is the largest.
  package init(units: UInt64) { self.units = min(units, Self.largest) }

  /// A time in seconds since 1970; one before 2015, or none, counts as the beginning of 2015.
  package init(secondsSince1970 seconds: Double) {
    let count = ((seconds - Self.epoch) * 1e5).rounded(.down)
    units = count > 0 ? min(UInt64(exactly: count) ?? Self.largest, Self.largest) : 0
  }

  /// This time and some seconds.
  package func advanced(bySeconds seconds: UInt64) -> Self {
    Self(units: units &+ min(seconds, 1 << 32) &* 100_000)
  }

  /// The next time.
  var next: Self { Self(units: units &+ 1) }

  /// The six bytes in a frame.
  var bytes: [UInt8] { (0..<6).map { UInt8(truncatingIfNeeded: units >> UInt64(8 * $0)) } }

  /// Reads the six bytes in a frame.
  init(bytes: some Collection<UInt8>) {
    units = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } & Self.largest
  }

  package static func < (one: Self, other: Self) -> Bool { one.units < other.units }
}

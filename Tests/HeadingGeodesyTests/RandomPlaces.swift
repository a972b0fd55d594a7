import HeadingGeometry
import Testing

/// Random places, the same in every run.
struct RandomPlaces {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  /// A number in 0..<1.
  mutating func unit() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Double(state >> 11) * 0x1p-53
  }

  mutating func next() throws -> Coordinate {
    try #require(Coordinate(latitude: unit() * 180 - 90, longitude: unit() * 360 - 180))
  }
}

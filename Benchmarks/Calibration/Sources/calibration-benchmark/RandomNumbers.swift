import Foundation
import HeadingGeometry

/// Random numbers of a seed (SplitMix64), the same on every machine.
struct RandomNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func uniform() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return (Double((mixed ^ (mixed >> 31)) >> 11) + 0.5) / 9_007_199_254_740_992
  }

  mutating func normal() -> Double {
    (-2 * Foundation.log(uniform())).squareRoot() * Foundation.cos(2 * .pi * uniform())
  }

  mutating func normals() -> Vector3 { Vector3(normal(), normal(), normal()) }
}

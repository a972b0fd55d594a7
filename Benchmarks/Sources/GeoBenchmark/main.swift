import Geomagnetism
import HeadingGeometry

/// A small generator of random numbers, so that runs measure the same points.
struct SplitMix { var state: UInt64
  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    z ^= z >> 31
    return Double(z >> 11) * 0x1p-53
  }
}

func best(_ name: String, count: Int, _ body: () -> Double) {
  var best = Double.infinity
  var sum = 0.0
  for _ in 0..<30 {
    let time = ContinuousClock().measure { sum += body() }
    let ns = Double(time.components.attoseconds) * 1e-9 / Double(count) + Double(time.components.seconds)*1e9/Double(count)
    best = min(best, ns)
  }
  print(name, best, "ns", sum)
}

var random = SplitMix(state: 1)
let count = 5000
var places: [(Coordinate, Double, Double)] = []
for _ in 0..<count {
  if let c = Coordinate(latitude: random.next() * 180 - 90, longitude: random.next() * 360 - 180) {
    places.append((c, random.next() * 10000, 2025 + 5 * random.next()))
  }
}
let model = MagneticModel.wmm2025
best("wmm field", count: count) {
  var sum = 0.0
  for (c, h, t) in places {
    if let f = try? model.field(at: c, ellipsoidalHeight: h, decimalYear: t) { sum += f.north + f.downRate }
  }
  return sum
}
best("wmm full", count: count) {
  var sum = 0.0
  for (c, h, t) in places {
    if let f = try? model.field(at: c, ellipsoidalHeight: h, decimalYear: t) {
      sum += f.north + f.downRate + f.horizontal + f.total + f.declination.radians + f.inclination.radians
      sum += f.horizontalRate + f.totalRate + f.declinationRate.radians + f.inclinationRate.radians
    }
  }
  return sum
}

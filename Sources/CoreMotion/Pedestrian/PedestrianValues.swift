/// Steps of a time with what else was measured.
struct PedestrianValues: Sendable, Hashable {
  /// Start and end, s since 1970.
  var start = 0.0
  var end = 0.0
  var steps = 0
  /// Distance, m; `nil` if unknown.
  var distance: Double?
  /// Floors; `nil` without a barometer.
  var ascended: Int?
  var descended: Int?
  /// Time of stepping, s.
  var activeTime = 0.0
  /// Present pace, s/m, and steps per second.
  var pace: Double?
  var cadence: Double?

  /// Adds another time; a sum with an unknown part is unknown.
  mutating func add(_ other: PedestrianValues) {
    steps += other.steps
    activeTime += other.activeTime
    distance = distance.flatMap { mine in other.distance.map { mine + $0 } }
    ascended = ascended.flatMap { mine in other.ascended.map { mine + $0 } }
    descended = descended.flatMap { mine in other.descended.map { mine + $0 } }
  }

  /// Returns what was added since an earlier state of the same measurement.
  func since(_ earlier: PedestrianValues) -> PedestrianValues {
    var values = self
    values.steps -= earlier.steps
    values.activeTime -= earlier.activeTime
    values.distance = distance.flatMap { now in earlier.distance.map { max(0, now - $0) } }
    // The first floor is counted after the first height.
    values.ascended = ascended.map { $0 - (earlier.ascended ?? 0) }
    values.descended = descended.map { $0 - (earlier.descended ?? 0) }
    return values
  }
}

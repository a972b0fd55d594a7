/// A request for a single location: the locations since its start.
struct LocationRequest: Sendable {
  private struct Candidate {
    var place: CLLocation
    var time: Double
  }

  /// Largest number of candidates; receivers deliver at most 20 in a second.
  private static let maximumCount = 256

  /// Number of seconds without any update.
  var silences = 0

  /// Time of the newest update, s.
  private(set) var latest = 0.0

  private var start: Double?
  private var candidates: [Candidate] = []

  /// Records the time of an update.
  mutating func note(_ now: Double) {
    if start == nil { start = now }
    latest = now
  }

  /// Adds the location of an update.
  mutating func add(_ place: CLLocation, at now: Double) {
    note(now)
    if candidates.count >= Self.maximumCount { candidates.removeFirst() }
    candidates.append(Candidate(place: place, time: now))
  }

  /// Returns whether the request has lasted for its longest time.
  func isLate(at now: Double) -> Bool {
    start.map { now - $0 >= LocationUpdateService.requestTimeout } ?? false
  }

  /// Returns the location with the smallest error at a time, which its accuracy then states; `nil`
  /// without any.
  ///
  /// The error of an older location grows by the way that the device has gone since.
  func best(at now: Double) -> CLLocation? {
    guard let newest = candidates.last else { return nil }
    var best: CLLocation?
    for candidate in candidates {
      let error =
        candidate.place.horizontalAccuracy + Self.way(from: candidate, to: newest, until: now)
      guard error <= best?.horizontalAccuracy ?? .infinity else { continue }
      best = candidate.place.with(horizontalAccuracy: error)
    }
    return best
  }

  /// The way from a location to the present place, m: by the speed, or where that is unknown by the
  /// part of the distance that the newest location's error does not explain.
  private static func way(
    from candidate: Candidate, to newest: Candidate, until now: Double
  ) -> Double {
    let speed = max(candidate.place.speed, newest.place.speed)
    if speed >= 0 { return speed * max(0, now - candidate.time) }
    let distance = newest.place.distance(from: candidate.place)
    return max(0, distance - newest.place.horizontalAccuracy)
  }
}

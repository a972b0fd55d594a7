package import FoundationEssentials

/// What a broker has told of one robot.
package struct FleetRobot: Sendable, Hashable {
  /// The present, by the clock that nobody sets and by UTC.
  package struct Moment: Sendable, Hashable {
    /// Seconds of a monotonic clock.
    package var seconds: Double
    /// The time of day.
    package var date: Date

    /// Creates a moment.
    package init(seconds: Double, date: Date) { (self.seconds, self.date) = (seconds, date) }
  }

  /// The name, fit for a terminal.
  package let name: String

  /// Whether the broker has said that it is connected; `nil` if it has said nothing.
  var isOnline: Bool?

  /// The newest state; `nil` before the first, or if it cannot be read.
  var state: FleetState?

  /// Whether the newest state could not be read.
  var isUnreadable = false

  /// Whether the newest state was kept by the broker, so that its arrival says nothing of its age.
  var isKept = false

  /// When the newest state arrived.
  var arrival = 0.0

  /// The trouble that was told last.
  var told: FleetTrouble?

  init(name: String) { self.name = name }

  /// Age of the newest state, s.
  ///
  /// A state that was sent just now is dated by its arrival, which needs no common time; one that the
  /// broker has kept by its own time.
  package func age(at now: Moment) -> Double? {
    guard let state else { return nil }
    guard isKept else { return (state.age ?? 0) + max(0, now.seconds - arrival) }
    return state.time.map { max(0, now.date.timeIntervalSince($0)) }
  }

  /// Whether the values of the newest state must not be used any more.
  package func isOld(at now: Moment) -> Bool {
    guard let state else { return true }
    guard isKept else { return now.seconds - arrival > (state.validFor ?? 0) }
    return state.expires.map { now.date > $0 } ?? true
  }

  /// What is wrong with it.
  package func trouble(at now: Moment) -> FleetTrouble {
    if isOnline == false { return .offline }
    if isUnreadable { return .unreadable }
    guard let state else { return .waiting }
    if isSilent(state, at: now) { return .silent }
    switch state.steer {
    case "ok": return .ok
    case "degraded": return .degraded
    case "coast": return .coast
    default: return .stop
    }
  }

  /// Whether a state has expired; one that was invalid from the start says why it is.
  private func isSilent(_ state: FleetState, at now: Moment) -> Bool {
    guard isOld(at: now) else { return false }
    guard !isKept, (state.validFor ?? 0) == 0 else { return true }
    return now.seconds - arrival > Self.patience
  }

  /// Seconds after which a robot without a valid heading is missed.
  private static let patience = 15.0

  /// Heading, degrees, and whether north is true; `nil` if there is none, or if it is old.
  package func heading(at now: Moment) -> (degrees: Double, isTrue: Bool)? {
    guard let state, !isOld(at: now), isOnline != false else { return nil }
    if let heading = state.trueHeading { return (heading, true) }
    return state.magneticHeading.map { ($0, false) }
  }
}

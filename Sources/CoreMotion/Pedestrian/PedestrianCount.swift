import Synchronization

/// The steps that one handler has received: those of the history and those since its start.
final class PedestrianCount: Sendable {
  private struct State {
    var past: PedestrianValues?
    var waitsForPast: Bool
    var baseline: PedestrianValues?
    var reported: (steps: Int, isStepping: Bool) = (0, false)
  }

  private let start: Double
  private let state: Mutex<State>

  /// Creates a count.
  ///
  /// - Parameters:
  ///   - start: The time from which steps count, s since 1970.
  ///   - waitsForPast: Whether nothing is reported before ``add(_:)``.
  init(from start: Double, waitsForPast: Bool) {
    self.start = start
    state = Mutex(State(waitsForPast: waitsForPast))
  }

  /// Adds what the history knows; `nil` for nothing.
  func add(_ past: PedestrianValues?) {
    state.withLock { ($0.past, $0.waitsForPast) = (past, false) }
  }

  /// Returns the count at a state of the measurement; `nil` if it is as reported.
  func values(_ snapshot: ActivitySnapshot) -> PedestrianValues? {
    state.withLock { state in
      guard snapshot.date >= start else {
        state.baseline = snapshot.values
        return nil
      }
      let baseline = state.baseline ?? snapshot.baseline
      state.baseline = baseline
      var values = snapshot.values.since(baseline)
      guard !state.waitsForPast else { return nil }
      let isNew =
        values.steps != state.reported.steps || snapshot.isStepping != state.reported.isStepping
      state.reported = (values.steps, snapshot.isStepping)
      if let past = state.past { values.add(past) }
      values.start = start
      values.end = snapshot.date
      return isNew ? values : nil
    }
  }
}

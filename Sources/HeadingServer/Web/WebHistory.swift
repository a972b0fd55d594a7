import HeadingEngine
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import NIOCore
import Synchronization

/// The last hour for a page that is opened later: a row of each second, and the newest notices.
///
/// A row is kept as the text that is sent: 0.2 kB, so 0.8 MB for the hour.
final class WebHistory: Sendable {
  /// Seconds between two rows, and largest numbers of rows and of notices.
  private static let interval = 1.0
  private static let longest = 3600
  private static let mostEvents = 200

  private struct State {
    var rows: [String] = []
    /// Where the oldest row is, once there are ``longest``.
    var first = 0
    var newest = -Double.infinity
    var events: [String] = []
    /// ``json`` of now, so that many who ask cost no more than one.
    var text: ByteBuffer?
  }

  private let state = Mutex(State())
  private let title: String

  /// Creates an empty history of a machine with this name.
  init(title: String) { self.title = title }

  /// Takes an update; one a second is kept.
  func take(_ update: SolutionUpdate) {
    let time = update.solution.time.seconds
    let isDue = state.withLock { time >= $0.newest + Self.interval || time < $0.newest }
    guard isDue else { return }
    let row = HistoryRow(SolutionMessage(update), solution: update.solution).json
    state.withLock { state in
      // A clock that restarts begins a new hour.
      if time < state.newest { state = State(events: state.events) }
      (state.newest, state.text) = (time, nil)
      if state.rows.count < Self.longest {
        state.rows.append(row)
      } else {
        state.rows[state.first] = row
        state.first = (state.first + 1) % Self.longest
      }
    }
  }

  /// Takes a notice.
  func take(_ notice: SensorNotice) {
    state.withLock { state in
      state.text = nil
      if state.events.count >= Self.mostEvents { state.events.removeFirst() }
      state.events.append(
        HistoryText.event(
          bootTime: state.newest.isFinite ? state.newest : nil, notice.message))
    }
  }

  /// The history as JSON, in the form of docs/web.md.
  var json: ByteBuffer {
    // Under the lock, so that no older text replaces one that a new row has made invalid.
    state.withLock { state in
      if let text = state.text { return text }
      let text = self.text(of: state)
      state.text = text
      return text
    }
  }

  private func text(of state: State) -> ByteBuffer {
    let rows = state.rows[state.first...] + state.rows[..<state.first]
    return HistoryText.document(
      isLive: true, title: title,
      [
        HistoryText.Series(
          name: title, interval: Self.interval, rows: Array(rows), events: state.events)
      ])
  }
}

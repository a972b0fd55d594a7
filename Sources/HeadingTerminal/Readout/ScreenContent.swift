import HeadingProtocol
import HeadingSensing
import Synchronization

/// Content of the screen, written as updates arrive and read at the screen's rate.
final class ScreenContent: Sendable {
  struct Content {
    var message: SolutionMessage?
    var notice: String?
    /// Recent notices, the latest last.
    var log: [String] = []
  }

  private struct State {
    var content = Content()
    var posted: ContinuousClock.Instant?
    /// The sensor that the shown notice is about.
    var subject: SensorKind?
    /// Whether the stream was reported as ended.
    var isLost = false
  }

  /// Time without updates after which values are no longer shown, s.
  private static let timeout = 2.0

  /// Capacity of the log, lines; more than a screen has rows.
  private static let longestLog = 200

  private let state = Mutex(State())

  func post(_ message: SolutionMessage, at now: ContinuousClock.Instant = .now) {
    state.withLock { state in
      // The stream has resumed; the notice of its end no longer applies.
      if let posted = state.posted, posted.duration(to: now) / .seconds(1) > Self.timeout {
        state.content.notice = nil
      }
      state.content.message = message
      state.isLost = false
      state.posted = now
    }
  }

  /// Shows a warning or error until its sensor sends an info notice, which is only logged.
  ///
  /// - Parameters:
  ///   - notice: The notice.
  ///   - endsStream: Whether the present values are no longer valid.
  func post(_ notice: SensorNotice, endsStream: Bool = false) {
    state.withLock { state in
      if endsStream { state.isLost = true }
      let time = state.content.message?.time.map { String($0.dropFirst(11).prefix(8)) + "  " }
      state.content.log.append((time ?? "") + notice.message)
      if state.content.log.count > Self.longestLog { state.content.log.removeFirst() }
      if notice.severity != .info {
        state.content.notice = notice.message
        state.subject = notice.sensor
      } else if state.subject == notice.sensor {
        state.content.notice = nil
      }
    }
  }

  /// Returns the content to show; without recent updates, without values and with the elapsed time.
  func current(at now: ContinuousClock.Instant = .now) -> Content {
    state.withLock { state in
      guard let posted = state.posted, let message = state.content.message else {
        return state.content
      }
      let silence = posted.duration(to: now) / .seconds(1)
      var content = state.content
      if silence > Self.timeout {
        content.notice =
          "no update for \(Int(silence)) s" + (content.notice.map { ": \($0)" } ?? "")
      } else if !state.isLost {
        return content
      }
      content.message = message.emptied
      return content
    }
  }
}

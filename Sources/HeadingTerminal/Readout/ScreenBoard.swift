import HeadingProtocol
import HeadingSensing
import Synchronization

/// What the screen shows next: written as messages come, read at the screen's own pace.
final class ScreenBoard: Sendable {
  struct Content {
    var message: SolutionMessage?
    var notice: String?
    /// What was told lately, the newest last.
    var log: [String] = []
  }

  private struct State {
    var content = Content()
    var posted: ContinuousClock.Instant?
    /// What the notice that is shown is about.
    var subject: SensorKind?
    /// Whether the stream is known to have ended.
    var isLost = false
  }

  /// Silence, s, after which what was shown is no longer what is: far above any rate asked for.
  private static let patience = 2.0

  /// Lines that are kept: more than a screen has rows.
  private static let longestLog = 200

  private let state = Mutex(State())

  func post(_ message: SolutionMessage, at now: ContinuousClock.Instant = .now) {
    state.withLock { state in
      // After a silence the stream is back, and what was said of its end no longer holds.
      if let posted = state.posted, posted.duration(to: now) / .seconds(1) > Self.patience {
        state.content.notice = nil
      }
      state.content.message = message
      state.isLost = false
      state.posted = now
    }
  }

  /// Shows what is wrong until its sensor has good news, which the values themselves tell.
  ///
  /// - Parameters:
  ///   - notice: What is told.
  ///   - endsStream: Whether no value holds any longer.
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

  /// What is to be shown; after a silence the values are gone, and it is said for how long.
  func current(at now: ContinuousClock.Instant = .now) -> Content {
    state.withLock { state in
      guard let posted = state.posted, let message = state.content.message else {
        return state.content
      }
      let silence = posted.duration(to: now) / .seconds(1)
      var content = state.content
      if silence > Self.patience {
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

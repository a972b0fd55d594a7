import Glibc
import HeadingRuntime
import HeadingSensing
import Synchronization

/// Hands what the service says to the session's thread: the newest update, and the events.
///
/// The service waits for nothing here. A change that finds no place is told later, from what was told
/// last; a notice is lost.
final class MQTTInbox: Sendable {
  /// An update with the boottime of its arrival.
  struct Arrival: Sendable {
    var update: SolutionUpdate
    var boottime: Double
  }

  /// What the thread takes.
  struct Content: Sendable {
    /// The newest update.
    var newest: Arrival?
    /// Whether a state of it is to be sent.
    var isDue = false
    /// What has happened.
    var events: [MQTTHappening] = []
  }

  private struct State: Sendable {
    var content = Content()
    var policy: MQTTStatePolicy
    var watch = MQTTEventWatch()
  }

  /// Most events that wait for the thread.
  private static let most = 256

  private let state: Mutex<State>
  private let news: Newest<Bool>

  /// Can be read while there is something to take.
  var descriptor: CInt { news.descriptor }

  /// Whether the session is to end.
  var isEnded: Bool { news.isEnded }

  /// Creates an inbox; `nil` if the system gives no pipe.
  init?(_ configuration: MQTTConfiguration) {
    guard let news = Newest<Bool>() else { return nil }
    self.news = news
    state = Mutex(
      State(
        policy: MQTTStatePolicy(
          rate: configuration.rate, interval: configuration.interval, change: configuration.change)
      ))
  }

  /// Seconds since boot, on the clock of the samples.
  static var boottime: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Takes an update of the service.
  func take(_ update: SolutionUpdate) {
    let now = Self.boottime
    let isNews = state.withLock { state in
      state.content.newest = Arrival(update: update, boottime: now)
      let isDue = state.policy.admits(update, at: now)
      if isDue { state.content.isDue = true }
      guard state.content.events.count < Self.most else { return isDue }
      let events = state.watch.happenings(update, at: now)
      state.content.events += events
      return isDue || !events.isEmpty
    }
    if isNews { news.set(true) }
  }

  /// Takes a notice of the service.
  func take(_ notice: SensorNotice) {
    let now = Self.boottime
    add { $0.happening(notice, at: now) }
  }

  /// Takes an event of the sensors; only a calibration is of interest.
  func take(_ event: SensorEvent) {
    guard case .calibration(_, let parameters) = event else { return }
    add { $0.happening(parameters) }
  }

  private func add(_ make: (inout MQTTEventWatch) -> MQTTHappening?) {
    let isNews = state.withLock { state in
      guard state.content.events.count < Self.most, let event = make(&state.watch) else {
        return false
      }
      state.content.events.append(event)
      return true
    }
    if isNews { news.set(true) }
  }

  /// Ends the session.
  func end() { news.end() }

  /// What has come since the last time; the newest update stays.
  func take() -> Content {
    _ = news.take()
    return state.withLock { state in
      defer { (state.content.isDue, state.content.events) = (false, []) }
      return state.content
    }
  }
}

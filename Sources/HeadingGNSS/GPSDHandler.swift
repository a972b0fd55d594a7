import HeadingClock
import HeadingSensing
import HeadingSystem

/// One connection to gpsd: splits bytes into lines and runs a periodic check.
///
/// All of it runs on the connection's thread.
final class GPSDHandler: StreamHandler {
  // gpsd's longest reports (raw measurements of all satellites) are about 10 kB.
  private static let longestLine = 65_536
  private static let watch = "?WATCH={\"enable\":true,\"json\":true};\n"
  private static let period = Duration.milliseconds(200)

  private let sink: any SensorSink
  private let clock: any MachineClock
  private let source: GPSDSource
  private let connection: StreamConnection
  private let end: @Sendable (StreamFailure?) -> Void
  private var lines = LineSplitter(limit: GPSDHandler.longestLine)
  private var session: GPSDSession
  private(set) var deadline: SuspendingClock.Instant?

  /// Creates the handler of a connection; the last parameter receives how it has ended.
  init(
    _ source: GPSDSource, _ connection: StreamConnection, delivering sink: any SensorSink,
    _ end: @escaping @Sendable (StreamFailure?) -> Void
  ) {
    self.source = source
    self.connection = connection
    self.sink = sink
    self.end = end
    clock = source.clock
    session = GPSDSession(
      endpoint: source.endpoint, ageLimit: source.ageLimit, at: source.clock.bootTime)
  }

  func opened() {
    session = GPSDSession(endpoint: source.endpoint, ageLimit: source.ageLimit, at: clock.bootTime)
    connection.send(Self.watch.utf8)
    deadline = SuspendingClock.now + Self.period
  }

  func received(_ bytes: ArraySlice<UInt8>) {
    let arrival = clock.bootTime
    let tooLong = lines.tooLong
    var outputs: [GPSDSession.Output] = []
    lines.append(bytes) { line in outputs += session.receive(line, at: arrival) }
    for _ in tooLong..<lines.tooLong { outputs += session.countInvalidLine() }
    deliver(outputs)
  }

  func deadlinePassed() {
    deadline = SuspendingClock.now + Self.period
    deliver(session.check(at: clock.bootTime))
  }

  func ended(_ failure: StreamFailure?) {
    // A connection that breaks was one, however it ends.
    end(deadline == nil ? failure : nil)
  }

  private func deliver(_ outputs: [GPSDSession.Output]) {
    for output in outputs {
      switch output {
      case .event(let event): sink.deliver(event)
      case .notice(let notice): sink.notice(notice)
      }
    }
  }
}

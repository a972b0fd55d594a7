import Glibc
public import HeadingClock
public import HeadingSensing
import HeadingSystem

/// Fixes and UTC from a GNSS receiver through gpsd's JSON socket.
///
/// Delivers `.fix`, `.heading` (of a dual antenna), `.clock` (trusted as
/// ``ClockRelation/Trust/gnss``) and `.status` of the receiver: present with fixes; failed without
/// a fix, also directly after connecting; silent if a report is half a second later than the
/// longest recent interval, at the latest after ``ageLimit``; absent while gpsd cannot be reached.
/// Reconnects with exponential backoff. The time of an event is the arrival of its report.
///
/// The protocol is that of `gpsd_json(5)`, tested with 3.22.
public struct GPSDSource: SensorSource {
  /// Host name or address of gpsd.
  public let host: String

  /// TCP port of gpsd, 2947 by registration.
  public let port: Int

  /// Maximum time between reports, s, after which the receiver is silent at any rate; small values
  /// mistake a late report for a loss, large ones keep an old position; default 3, as many
  /// receivers report once a second.
  public var ageLimit = 3.0

  /// Delay before the first reconnection, s; doubled with each failure; default 0.25.
  public var firstRetry = 0.25

  /// Longest delay between attempts, s; default 5.
  public var longestRetry = 5.0

  let clock: any MachineClock

  /// The port that IANA assigned to gpsd.
  public static let defaultPort = 2947

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - host: Host of gpsd.
  ///   - port: Its TCP port.
  ///   - clock: The clock whose boottime stamps what arrives.
  public init(
    host: String = "localhost", port: Int = GPSDSource.defaultPort,
    clock: any MachineClock = SystemClock()
  ) {
    self.host = host
    self.port = port
    self.clock = clock
  }

  /// Name for the user, `gpsd at localhost:2947`.
  public var name: String { "gpsd at \(endpoint)" }

  var endpoint: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Delivers until the task is cancelled.
  public func run(delivering sink: some SensorSink) async {
    var retry = firstRetry
    var isAbsenceReported = false
    var lastFailure: String?
    while !Task.isCancelled {
      let start = clock.bootTime
      let failure: String
      do throws(StreamFailure) {
        try await connect(delivering: sink)
        isAbsenceReported = false
        failure =
          "gpsd at \(endpoint) closed the connection: it was stopped or restarted; trying again"
      } catch {
        failure = GPSDConnectionFailure(error, host: host, endpoint: endpoint).description
      }
      if Task.isCancelled { break }
      // A connection that lasted was a working gpsd: restart the backoff.
      if clock.bootTime.seconds(since: start) > longestRetry {
        retry = firstRetry
        lastFailure = nil
      }
      if !isAbsenceReported {
        sink.deliver(.status(SensorStatus(time: clock.bootTime, sensor: .gnss, state: .absent)))
        isAbsenceReported = true
      }
      if failure != lastFailure {
        sink.notice(SensorNotice(.warning, .gnss, failure))
        lastFailure = failure
      }
      do { try await Task.sleep(for: .seconds(retry)) } catch { break }
      retry = min(retry * 2, longestRetry)
    }
  }

  /// Connects and returns when the connection is closed.
  private func connect(delivering sink: some SensorSink) async throws(StreamFailure) {
    // A remote gpsd can vanish silently.
    let connection = StreamConnection(to: .host(host, port: port), keepsAlive: true)
    let failure = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<StreamFailure?, Never>) in
        connection.start {
          GPSDHandler(self, connection, delivering: sink) { continuation.resume(returning: $0) }
        }
      }
    } onCancel: {
      connection.close()
    }
    if let failure { throw failure }
  }
}

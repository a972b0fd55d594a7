import Glibc
public import HeadingClock
public import HeadingSensing
import NIOCore
import NIOPosix

/// Fixes and UTC from a satellite receiver, through gpsd's JSON socket.
///
/// Delivers `.fix`, `.heading` (of a receiver with two antennas), `.clock` (trusted as ``ClockRelation/Trust/gnss``) and `.status` of the receiver:
/// present with fixes; failed without a fix, and from the connection on; silent when a report is half a second
/// later than the last ones ever were, at the latest after ``ageLimit``; absent while gpsd cannot be reached. Connects again by itself, first at once, then after longer and longer
/// pauses. The time of an event is the arrival of its report.
///
/// The protocol is that of `gpsd_json(5)`, tested with 3.22.
public struct GPSDSource: SensorSource {
  /// Host name or address of gpsd.
  public let host: String

  /// TCP port of gpsd, 2947 by registration.
  public let port: Int

  /// Seconds without a report after which the receiver counts as silent, whatever its pace; small values
  /// mistake a late report for a loss, large ones keep an old place; default 3, many report once a second.
  public var ageLimit = 3.0

  /// Seconds before the first new attempt to connect; doubled with each failure; default 0.25.
  public var firstRetry = 0.25

  /// Longest pause between attempts, seconds; default 5.
  public var longestRetry = 5.0

  let clock: any MachineClock

  /// The port that IANA assigned to gpsd.
  public static let defaultPort = 2947

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - host: Where gpsd runs.
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

  /// What people call it, `gpsd at localhost:2947`.
  public var name: String { "gpsd at \(place)" }

  var place: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Delivers until the task is cancelled.
  public func run(delivering sink: some SensorSink) async {
    var retry = firstRetry
    var isAbsenceTold = false
    var lastFailure: String?
    while !Task.isCancelled {
      let start = clock.bootTime
      let failure: String
      do {
        try await connect(delivering: sink)
        isAbsenceTold = false
        failure =
          "gpsd at \(place) closed the connection: it was stopped or restarted; trying again"
      } catch {
        failure = GPSDConnectionFailure(error, host: host, place: place).description
      }
      if Task.isCancelled { break }
      // Whoever held a connection for a while was a working gpsd: start over with short pauses.
      if clock.bootTime.seconds(since: start) > longestRetry {
        retry = firstRetry
        lastFailure = nil
      }
      if !isAbsenceTold {
        sink.deliver(.status(SensorStatus(time: clock.bootTime, sensor: .gnss, state: .absent)))
        isAbsenceTold = true
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
  private func connect(delivering sink: some SensorSink) async throws {
    let open = OpenChannels()
    let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connectTimeout(.seconds(3))
      // A gpsd elsewhere can vanish without a word; the kernel then ends the connection in 25 s.
      .channelOption(.socketOption(.so_keepalive), value: 1)
      .channelOption(.tcpOption(.init(rawValue: TCP_KEEPIDLE)), value: 10)
      .channelOption(.tcpOption(.init(rawValue: TCP_KEEPINTVL)), value: 5)
      .channelOption(.tcpOption(.init(rawValue: TCP_KEEPCNT)), value: 3)
      .channelInitializer { channel in
        open.add(channel)
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(GPSDHandler(self, delivering: sink))
        }
      }
    try await withTaskCancellationHandler {
      let channel = try await bootstrap.connect(host: host, port: port).get()
      try await channel.closeFuture.get()
    } onCancel: {
      open.close()
    }
  }
}

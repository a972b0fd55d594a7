import HeadingClock
import HeadingSensing

/// State machine of one connection to gpsd, without socket and clock.
struct GPSDSession {
  /// Output for the sink.
  enum Output: Hashable {
    case event(SensorEvent)
    case notice(SensorNotice)
  }

  private enum State {
    /// Connected; the receiver has not reported yet.
    case waiting
    /// The receiver reports that it has no fix.
    case withoutFix
    /// The receiver reports fixes.
    case fixed
    /// No report within the expected time: gpsd sends nothing when a receiver is lost.
    case silent
  }

  private let endpoint: String
  private let ageLimit: Double
  private var reportTimeout = ReportTimeout()
  private var state = State.waiting
  private var reportedState: SensorStatus.State?
  private var lastReport: BootTime
  private var lastFix: BootTime?
  private var device: String?
  private var devices: [String]?
  private var clock = ReceiverClock()
  private var isHeadingReported = false
  private var isSimulationReported = false

  /// Number of lines that were not reports of gpsd.
  private(set) var invalidLines = 0

  /// Starts at the moment of connection.
  init(endpoint: String, ageLimit: Double, at now: BootTime) {
    self.endpoint = endpoint
    self.ageLimit = ageLimit
    lastReport = now
  }

  /// Processes a line.
  mutating func receive(_ line: [UInt8], at now: BootTime) -> [Output] {
    switch GPSDReport(line: line) {
    case .position(let report): return receive(report, at: now)
    case .attitude(let report): return receive(report, at: now)
    case .devices(let paths): devices = paths
    case .error(let message):
      return [
        .notice(
          SensorNotice(.warning, .gnss, "gpsd at \(endpoint) reports: \(message.prefix(200))"))
      ]
    // gpsd's first line: connected, but without a fix until it reports one.
    case .version: return status(.failed, at: now)
    case .other: break
    case nil: return countInvalidLine()
    }
    return []
  }

  /// Counts a line that was too long.
  mutating func countInvalidLine() -> [Output] {
    invalidLines += 1
    // The first, the tenth, the hundredth: enough to show the extent without filling a log.
    var power = 1
    while power < invalidLines { power *= 10 }
    guard power == invalidLines else { return [] }
    let count = invalidLines == 1 ? "a line" : "\(invalidLines) lines"
    return [
      .notice(
        SensorNotice(
          .warning, .gnss,
          "\(endpoint) sent \(count) that gpsd would not send; skipped. If that goes on, something "
            + "else listens there: check the port"))
    ]
  }

  /// Detects a silent receiver.
  mutating func check(at now: BootTime) -> [Output] {
    let limit = reportTimeout.timeout(atMost: ageLimit)
    guard state != .silent, now.seconds(since: lastReport) > limit else { return [] }
    let hasReported = state != .waiting
    state = .silent
    device = nil
    let message =
      if devices?.isEmpty == true {
        "gpsd at \(endpoint) has no receiver: name it in DEVICES of /etc/default/gpsd, or run "
          + "`gpsdctl add /dev/ttyACM0`"
      } else {
        "no position report from gpsd at \(endpoint) for \((limit * 10).rounded() / 10) s: check the receiver's power "
          + "and cable; `cgps` shows what gpsd gets"
      }
    return status(hasReported ? .silent : .failed, at: now) + [
      .notice(SensorNotice(.warning, .gnss, message))
    ]
  }

  private mutating func receive(_ report: PositionReport, at now: BootTime) -> [Output] {
    // Of several receivers the first with a fix is used until it falls silent or loses the fix.
    let isOther = report.device != device
    if isOther, let lastFix, state == .fixed,
      now.seconds(since: lastFix) <= reportTimeout.timeout(atMost: ageLimit)
    {
      return []
    }
    guard report.hasFix else {
      noteReport(at: now)
      guard state != .withoutFix else { return [] }
      state = .withoutFix
      return status(.failed, at: now) + [
        .notice(
          SensorNotice(
            .info, .gnss, "the satellite receiver has no fix yet: give it a free view of the sky"))
      ]
    }
    guard let fix = report.fix(at: now) else { return [] }
    noteReport(at: now)
    lastFix = now
    device = report.device
    var outputs = status(.present, at: now)
    if state != .fixed {
      state = .fixed
      outputs.append(.notice(SensorNotice(.info, .gnss, "the satellite receiver has a fix")))
    }
    if report.isSimulated, !isSimulationReported {
      isSimulationReported = true
      outputs.append(.event(.simulated(now, true)))
      outputs.append(
        .notice(SensorNotice(.warning, .gnss, "the fixes from gpsd at \(endpoint) are SIMULATED")))
    }
    if let time = fix.universalTime, let relation = clock.relation(time, arrivedAt: now) {
      outputs.append(.event(.clock(relation)))
    }
    outputs.append(.event(.fix(fix)))
    return outputs
  }

  /// Accepts a heading only from the receiver that delivers the fixes: this service's own sentences
  /// return through gpsd as those of another device.
  private mutating func receive(_ report: AttitudeReport, at now: BootTime) -> [Output] {
    guard state == .fixed, let device, report.device == device,
      let observation = report.observation(at: now)
    else { return [] }
    guard !isHeadingReported else { return [.event(.heading(observation))] }
    isHeadingReported = true
    return [
      .notice(SensorNotice(.info, .gnss, "the satellite receiver at \(device) reports a heading")),
      .event(.heading(observation)),
    ]
  }

  private mutating func noteReport(at now: BootTime) {
    if state != .waiting {
      reportTimeout.add(interval: now.seconds(since: lastReport), atMost: ageLimit)
    }
    lastReport = now
  }

  private mutating func status(_ new: SensorStatus.State, at now: BootTime) -> [Output] {
    guard new != reportedState else { return [] }
    reportedState = new
    return [.event(.status(SensorStatus(time: now, sensor: .gnss, state: new)))]
  }
}

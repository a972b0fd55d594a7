import HeadingEngine
import HeadingProtocol
import HeadingRuntime
import HeadingSensing

/// Finds what has changed since it was told last.
///
/// Reasons are told once a second, and everything together at most five times a second after a start
/// of fifty: a heading that flickers would fill the queue. The last change is always told.
struct MQTTEventWatch: Sendable {
  private static let most = 50.0
  private static let perSecond = 5.0
  /// Smallest time between two events of reasons, s.
  private static let calm = 1.0
  /// A notice that is repeated within this time is one event, s.
  private static let repetition = 60.0

  private struct Told: Sendable {
    var status: SolutionStatus
    var steer: String
    var reasons: Reasons
  }

  private var told: Told?
  private var reasonsTime = -Double.infinity
  private var allowance = Self.most
  private var allowanceTime: Double?
  private var calibration: CalibrationParameters??
  private var notices: [String: Double] = [:]

  /// The events of an update.
  ///
  /// - Parameters:
  ///   - update: The update.
  ///   - now: The present time, s.
  /// - Returns: The events, in the order of their weight.
  mutating func happenings(_ update: SolutionUpdate, at now: Double) -> [MQTTHappening] {
    let (status, steer) = (update.solution.status, update.steer.name)
    let reasons = update.solution.reasons
    guard var last = told else {
      told = Told(status: status, steer: steer, reasons: reasons)
      return [MQTTHappening(kind: .started, text: "the service has started", update: update)]
    }
    // Most updates change nothing.
    guard status != last.status || steer != last.steer || reasons != last.reasons else { return [] }
    refill(now)
    var events: [MQTTHappening] = []
    if status != last.status, spend() {
      events.append(
        MQTTHappening(
          kind: .status, text: "\(last.status.name) to \(status.name)", update: update))
      last.status = status
    }
    if steer != last.steer, spend() {
      events.append(
        MQTTHappening(kind: .steer, text: "\(last.steer) to \(steer)", update: update))
      last.steer = steer
    }
    if reasons != last.reasons, now - reasonsTime >= Self.calm, spend() {
      events.append(MQTTHappening(kind: .reasons, text: "", update: update))
      (last.reasons, reasonsTime) = (reasons, now)
    }
    told = last
    return events
  }

  /// The event of a calibration; `nil` if it is the one that was told.
  mutating func happening(_ parameters: CalibrationParameters?) -> MQTTHappening? {
    guard calibration.map({ $0 != parameters }) ?? (parameters != nil) else {
      calibration = .some(parameters)
      return nil
    }
    calibration = .some(parameters)
    let text = parameters == nil ? "no calibration is in force" : "a calibration came into force"
    return MQTTHappening(kind: .calibration, text: text)
  }

  /// The event of a notice; `nil` for a repetition.
  mutating func happening(_ notice: SensorNotice, at now: Double) -> MQTTHappening? {
    let text = String(PlainText.of(notice.message).prefix(500))
    if let last = notices[text], now - last < Self.repetition { return nil }
    refill(now)
    guard spend() else { return nil }
    if notices.count >= 64 { notices = notices.filter { now - $0.value < Self.repetition } }
    if notices.count < 64 { notices[text] = now }
    return MQTTHappening(kind: .notice, text: text)
  }

  private mutating func refill(_ now: Double) {
    if let last = allowanceTime {
      allowance = min(Self.most, allowance + max(0, now - last) * Self.perSecond)
    }
    allowanceTime = now
  }

  private mutating func spend() -> Bool {
    guard allowance >= 1 else { return false }
    allowance -= 1
    return true
  }
}

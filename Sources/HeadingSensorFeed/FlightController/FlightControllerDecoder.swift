import HeadingGeometry
import HeadingMAVLink
import HeadingSensing

/// A flight controller's MAVLink as the messages of a feed: without sockets and clocks.
///
/// Of the systems on a link the first one with an IMU is read, or the configured one, until its IMU
/// was silent for some seconds. Its declaration states what it sends and the rates at which it comes.
/// Memory is bounded for any bytes.
struct FlightControllerDecoder {
  /// What was decoded.
  enum Output {
    case message(FeedMessage)
    case events([SensorEvent])
    /// What is wrong, to be read after the sender's name.
    case fault(String)
    /// A frame for the controller.
    case reply([UInt8])
  }

  /// Largest number of components that are distinguished.
  private static let mostComponents = 32

  /// Time without the IMU's messages after which another system may take its place, s.
  private static let patience = 5.0

  /// Time between two declarations, s: a session refuses more frequent changes.
  private static let pause = 1.05

  /// Change of a rate that is declared anew, relative.
  private static let tolerance = 1.4

  private let settings: FlightControllerSettings
  private let clock: SigningClock
  private var parser: MAVLinkParser
  private var requests: FlightControllerRequests?
  private var components: [FlightControllerID: Autopilot] = [:]
  private var surveys: [FlightControllerID: RateSurvey] = [:]
  private var instance: UInt8?
  private var controller: FlightControllerID?
  private var message: IMUMessage?
  private var sensors: [FeedSensor] = []
  private var declared: BootTime?
  private var lastReading: BootTime?
  private var firstFrame: BootTime?
  private var presentRate: (rate: Double, time: BootTime)?

  /// The receiver of the controller.
  private(set) var fixes = FlightControllerFixes()

  init(
    _ settings: FlightControllerSettings, clock: SigningClock, accepted: AcceptedSignatures
  ) {
    self.settings = settings
    self.clock = clock
    parser = MAVLinkParser(
      verifier: settings.key.map {
        MAVLinkVerifier(key: $0, present: clock.present, accepted: accepted)
      })
    let signer = settings.key.map { key in
      MAVLinkSigner(key: key, link: 0) { clock.next() }
    }
    requests = settings.rate.map { FlightControllerRequests(rate: $0, signer: signer) }
  }

  /// Whether bytes of a known message have come.
  var hasFrame: Bool { firstFrame != nil }

  /// Takes bytes that arrived.
  mutating func take(_ bytes: ArraySlice<UInt8>, at now: BootTime) -> [Output] {
    parser.verifier?.present = clock.present
    var frames: [MAVLinkFrame] = []
    parser.append(bytes) { frames.append($0) }
    var outputs: [Output] = []
    for refusal in parser.refusals { outputs.append(.fault(Self.text(refusal))) }
    parser.refusals = []
    // A controller that is ahead is followed, as the rules of signing require.
    if !frames.isEmpty, let newest = parser.verifier?.newest { clock.follow(newest) }
    for frame in frames { take(frame, at: now, &outputs) }
    return outputs
  }

  /// What is due without bytes: frames for the controller, and the end of a silent receiver.
  mutating func check(at now: BootTime) -> [Output] {
    var outputs: [Output] = []
    let events = fixes.check(at: now)
    if !events.isEmpty { outputs.append(.events(events)) }
    if let firstFrame, controller == nil, now.seconds(since: firstFrame) > Self.patience {
      outputs.append(
        .fault(
          "sends no IMU of a flight controller, with its HEARTBEAT: HIGHRES_IMU or SCALED_IMU, of ArduPilot "
            + "RAW_IMU"))
    }
    guard let target, let autopilot = components[target] else {
      if let system = parser.systemBehind, settings.system.map({ $0 == system }) ?? true,
        let frame = requests?.heartbeat(at: now, to: system)
      {
        outputs.append(.reply(frame))
      }
      return outputs
    }
    let rate =
      presentRate.flatMap { now.seconds(since: $0.time) < 3 ? $0.rate : nil } ?? 0
    for frame in requests?.due(at: now, to: target, autopilot.firmware, present: rate) ?? [] {
      outputs.append(.reply(frame))
    }
    return outputs
  }

  /// The events of the controller's end.
  mutating func end(at now: BootTime) -> [SensorEvent] { fixes.end(at: now) }

  /// Whom requests are sent to.
  private var target: FlightControllerID? {
    if let controller { return components[controller]?.isAutopilot == true ? controller : nil }
    let known = components.filter { isRead($0.key) && $0.value.isAutopilot }.keys
    return known.min { ($0.system, $0.component) < ($1.system, $1.component) }
  }

  private func isRead(_ sender: FlightControllerID) -> Bool {
    settings.system.map { $0 == sender.system } ?? true
  }

  // MARK: - Frames

  private mutating func take(_ frame: MAVLinkFrame, at now: BootTime, _ outputs: inout [Output]) {
    let sender = FlightControllerID(system: frame.system, component: frame.component)
    guard isRead(sender) else { return }
    firstFrame = firstFrame ?? now
    if let heartbeat = Heartbeat(frame) {
      guard components[sender] != nil || components.count < Self.mostComponents else {
        return outputs.append(.fault("has more than \(Self.mostComponents) components"))
      }
      components[sender] = Autopilot(heartbeat)
    } else if let reading = IMUReading(frame) {
      take(reading, of: sender, at: now, &outputs)
    } else if let pressure = ScaledPressure(frame) {
      take(pressure, of: sender, at: now, &outputs)
    } else if let fix = GPSRawInt(frame), sender.system == controller?.system {
      let events = fixes.take(fix, at: now)
      if !events.isEmpty { outputs.append(.events(events)) }
    }
  }

  private mutating func take(
    _ reading: IMUReading, of sender: FlightControllerID, at now: BootTime,
    _ outputs: inout [Output]
  ) {
    guard let autopilot = components[sender], !autopilot.isCompanion else { return }
    if let controller, controller != sender {
      guard lastReading.map({ now.seconds(since: $0) > Self.patience }) ?? true else { return }
      forget()
    }
    let usable = IMUMessage.usable(of: autopilot.firmware)
    guard usable.contains(reading.message) else {
      // ArduPilot's other messages are known and merely not needed.
      if reading.message == .raw {
        outputs.append(
          .fault("sends RAW_IMU, whose units are known of ArduPilot only; it is not used"))
      }
      return
    }
    if instance == nil { instance = reading.instance }
    guard instance == reading.instance else { return }
    var survey = surveys[sender] ?? RateSurvey()
    for (quantity, _) in reading.values {
      survey.note(RateSurvey.Item(message: reading.message, quantity: quantity), at: now)
    }
    if survey.isComplete(at: now) {
      declare(survey, of: sender, autopilot, at: now, &outputs)
      survey.restart()
    }
    surveys[sender] = survey
    guard sender == controller, reading.message == message else { return }
    lastReading = now
    deliver(reading.values, at: reading.time, &outputs)
  }

  private mutating func take(
    _ pressure: ScaledPressure, of sender: FlightControllerID, at now: BootTime,
    _ outputs: inout [Output]
  ) {
    guard surveys[sender] != nil else { return }
    surveys[sender]?.note(RateSurvey.Item(message: nil, quantity: .pressure), at: now)
    guard sender == controller, message != .highRes else { return }
    deliver(
      [(.pressure, Vector3(Double(pressure.pressAbs), 0, 0))],
      at: UInt64(pressure.timeBootMs) * 1_000_000, &outputs)
  }

  private func deliver(
    _ values: [(quantity: FeedQuantity, value: Vector3)], at time: UInt64?,
    _ outputs: inout [Output]
  ) {
    let samples = values.compactMap { quantity, value in
      sensors.firstIndex { $0.quantity == quantity }
        .map { FeedSample(sensor: $0, time: time, value: value) }
    }
    if !samples.isEmpty { outputs.append(.message(.samples(samples))) }
  }

  // MARK: - Declaration

  private mutating func forget() {
    controller = nil
    instance = nil
    message = nil
    sensors = []
    presentRate = nil
  }

  /// Declares what a component sends.
  private mutating func declare(
    _ survey: RateSurvey, of sender: FlightControllerID, _ autopilot: Autopilot, at now: BootTime,
    _ outputs: inout [Output]
  ) {
    let usable = IMUMessage.usable(of: autopilot.firmware)
    guard let best = usable.first(where: survey.has) else { return }
    let isSame = controller == sender && message == best
    var new = FeedQuantity.allCases.compactMap { quantity -> FeedSensor? in
      let item = RateSurvey.Item(message: best, quantity: quantity)
      let other = RateSurvey.Item(message: nil, quantity: quantity)
      let rate = survey.rate(item) ?? (best == .highRes ? nil : survey.rate(other))
      return rate.flatMap { FeedSensor(quantity, ofFlightControllerAt: $0) }
    }
    presentRate = new.map(\.rate).max().map { ($0, now) }
    // What does not come at present is silent, not gone.
    for old in isSame ? sensors : [] {
      guard let index = new.firstIndex(where: { $0.quantity == old.quantity }) else {
        new.append(old)
        continue
      }
      if (1 / Self.tolerance...Self.tolerance).contains(new[index].rate / old.rate) {
        new[index] = old
      }
    }
    new.sort { $0.quantity.rawValue < $1.quantity.rawValue }
    // An equal declaration is repeated too: the first one may have been refused.
    guard !new.isEmpty, declared.map({ now.seconds(since: $0) >= Self.pause }) ?? true else {
      return
    }
    do throws(FeedRefusal) {
      outputs.append(
        .message(
          .declaration(
            try FeedDeclaration(
              device: "mavlink-\(sender.system)",
              timeBase: FeedTimeBase(unit: .microsecond, wraps: false),
              isSimulated: autopilot.isSimulated, sensors: new))))
    } catch {
      return outputs.append(.fault(error.reason))
    }
    (controller, message, sensors, declared) = (sender, best, new, now)
  }

  private static func text(_ refusal: MAVLinkVerifier.Refusal) -> String {
    switch refusal {
    case .unsigned:
      "sends frames without a signature, which are not used: set its key, or remove the key here"
    case .wrongSignature: "signs with another key: its frames are not used"
    case .past:
      "sends signatures of a past time, which are not used: frames are repeated, or its clock is more than a "
        + "minute behind"
    case .future: "signs times more than ten years ahead, which are not used: set its clock"
    case .tooMany: "signs for more components than are kept: the others are not used"
    }
  }
}

extension FeedSensor {
  /// A sensor of a flight controller, forward, right, down; `nil` for a quantity that has no message.
  ///
  /// The ranges are far beyond those of usual chips: they detect a wrong unit.
  init?(_ quantity: FeedQuantity, ofFlightControllerAt rate: Double) {
    let properties: (name: String, unit: FeedUnit, range: Double)? =
      switch quantity {
      case .magneticField: ("magnetometer", .gauss, 40)
      case .acceleration: ("accelerometer", .metrePerSecondSquared, 400)
      case .angularRate: ("gyroscope", .radianPerSecond, 80)
      case .pressure: ("barometer", .hectopascal, 1500)
      case .temperature, .relativeHumidity: nil
      }
    guard let (name, unit, range) = properties else { return nil }
    self.init(
      name: name, quantity: quantity, unit: unit,
      mount: try? MountMatrix(words: "x=forward,y=right,z=down"), range: range, rate: rate)
  }
}

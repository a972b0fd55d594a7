import HeadingClock
import HeadingGeometry
import HeadingSensing

/// The samples of one sensor: checks, times and conversion to events.
struct FeedSensorStream {
  /// Reading beyond the declared range that is no rounding, relative.
  private static let excess = 1.02

  let sensor: FeedSensor
  /// Kind of the sensor whose chip a temperature is of.
  private let chip: SensorKind?
  /// Whether a wrong rate was reported: the measured one differs each time.
  private var isRateReported: Bool
  private var senderClock: SenderClock?
  private var clock: StreamClock
  private var check: RateCheck
  private var epoch = 0
  private var lastStamp: Int64?
  private var stamps: [Int64] = []
  private var values: [Vector3] = []

  private var pace: SamplePace

  /// When the last usable sample arrived.
  private(set) var lastArrival: BootTime?

  /// The state that was reported.
  var state: SensorStatus.State?

  /// The stream of a declared sensor.
  ///
  /// - Parameters:
  ///   - sensor: The sensor.
  ///   - declaration: Its declaration.
  ///   - isRateMeasured: Whether its rate is no statement of the sender, so that no other is wrong.
  init(_ sensor: FeedSensor, of declaration: FeedDeclaration, isRateMeasured: Bool = false) {
    isRateReported = isRateMeasured
    self.sensor = sensor
    chip = sensor.chip.flatMap { name in declaration.sensors.first { $0.name == name }?.kind }
    // One for each sensor: the messages of a flight controller have clocks of different beginnings.
    senderClock = declaration.timeBase.map { SenderClock($0) }
    clock = Self.clock(declaration.timeBase == nil ? .arrival : .mapped, sensor)
    check = RateCheck(rate: sensor.rate)
    pace = SamplePace(rate: sensor.rate)
  }

  private static func clock(_ timing: SampleTiming, _ sensor: FeedSensor) -> StreamClock {
    StreamClock(timing: timing, period: 1 / sensor.rate, samples: 1)
  }

  /// The measured rate, Hz.
  var rate: Double? { check.measured }

  /// Time by which the samples are ahead of the time since the first of them, s.
  func lead(at now: BootTime) -> Double { pace.lead(at: now) }

  /// Time without samples after which the sensor is silent, s.
  var timeout: Double { max(1, 5 / sensor.rate) }

  /// Takes a sample.
  ///
  /// - Parameters:
  ///   - value: The components in the sensor's unit.
  ///   - time: The sender's time, ns.
  /// - Returns: Why it is not used; `nil` if it is.
  mutating func take(_ value: Vector3, at time: UInt64?) -> String? {
    let components = sensor.quantity.isVector ? [value.x, value.y, value.z] : [value.x]
    guard components.allSatisfy(\.isFinite) else {
      return "sends values of \(sensor.name) that are no numbers; they are not used"
    }
    let limit = abs(sensor.range) * Self.excess
    guard components.allSatisfy({ sensor.quantity.isVector ? abs($0) <= limit : $0 <= limit }),
      sensor.quantity.isVector
        || sensor.quantity.possible.contains(value.x * sensor.unit.scale + sensor.unit.offset)
    else {
      return "sends values of \(sensor.name) beyond its declared range: check range and unit; "
        + "they are not used"
    }
    let stamp = time.flatMap { senderClock?.count($0) }
    if let stamp {
      if let epoch = senderClock?.epoch, epoch != self.epoch {
        self.epoch = epoch
        lastStamp = nil
        check.restart()
      }
      if let lastStamp, stamp <= lastStamp {
        return stamp == lastStamp
          ? "repeats samples of \(sensor.name) or their times; repetitions are not used"
          : "sends samples of \(sensor.name) out of order; late ones are not used"
      }
      lastStamp = stamp
    }
    values.append(value)
    stamps.append(stamp ?? 0)
    return nil
  }

  /// Ends a block: the events of the samples that were taken since the last block, and messages.
  mutating func finish(at arrival: BootTime) -> (events: [SensorEvent], messages: [String]) {
    guard !values.isEmpty else { return ([], []) }
    defer {
      values.removeAll(keepingCapacity: true)
      stamps.removeAll(keepingCapacity: true)
    }
    var messages = clock.take(stamps: stamps, arrival)
      .map { "\($0) (\(sensor.name))" }
    let isTimed = clock.timing != .arrival
    pace.note(values.count, stamp: isTimed ? stamps.last : nil, at: arrival)
    switch check.note(values.count, stamp: isTimed ? stamps.last : nil, at: arrival) {
    case .rate(let rate) where !isRateReported:
      isRateReported = true
      messages.append(
        "declares \(Self.text(sensor.rate)) Hz for \(sensor.name) and delivers \(Self.text(rate)) Hz"
      )
    case .clock:
      messages.append(
        "declares a clock that does not run in its unit: the time of arrival is used for \(sensor.name)"
      )
      clock = Self.clock(.arrival, sensor)
    case .rate, nil: break
    }
    var events: [SensorEvent] = []
    for (index, value) in values.enumerated() where clock.times.indices.contains(index) {
      guard clock.isFresh[index] else { continue }
      lastArrival = arrival
      if let event = event(value, at: clock.times[index]) { events.append(event) }
    }
    return (events, messages)
  }

  /// A rate for messages: to a tenth below 10 Hz.
  private static func text(_ rate: Double) -> String {
    rate < 10 ? "\((rate * 10).rounded() / 10)" : "\(Int(rate.rounded()))"
  }

  private func event(_ value: Vector3, at time: BootTime) -> SensorEvent? {
    let number = value.x * sensor.unit.scale + sensor.unit.offset
    let scalar = ScalarSample(time: time, value: number)
    switch sensor.quantity {
    case .pressure: return .pressure(scalar)
    case .temperature: return chip.map { .temperature(scalar, of: $0) }
    case .relativeHumidity: return .quantity(scalar, .relativeHumidity)
    case .magneticField, .acceleration, .angularRate: break
    }
    guard let mount = sensor.mount else { return nil }
    let sample = VectorSample(time: time, value: mount * (value * sensor.unit.scale))
    switch sensor.quantity {
    case .magneticField: return .magneticField(sample)
    case .acceleration: return .acceleration(sample)
    default: return .angularRate(sample)
    }
  }
}

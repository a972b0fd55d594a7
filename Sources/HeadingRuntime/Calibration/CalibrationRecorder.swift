import HeadingCalibration
public import HeadingGeometry
public import HeadingSensing
import Synchronization

/// Collects calibration samples from sensor events; thread-safe.
public final class CalibrationRecorder: SensorSink {
  private struct State {
    var sampler = CalibrationSampler()
    var collector = CalibrationCollector()
    var latest: CalibrationSample?
    var first: BootTime?
    var last: BootTime?
    var coordinate: Coordinate?
    /// Whether the sensors themselves are simulated; a simulated position then belongs to them.
    var areSensorsSimulated = false
    var isSimulated = false
    var hasSimulatedFixes = false
    var hasSimulatedSource = false
    var clock: ClockRelation?
    var givenDate: UniversalTime?
    var temperatures: [SensorKind: ClosedRange<Double>] = [:]
    var notices: [SensorNotice] = []

    mutating func discardSamples() {
      collector.removeAll()
      first = nil
      temperatures = [:]
    }

    mutating func keep(_ notice: SensorNotice) {
      if notices.count >= CalibrationRecorder.keptNotices { notices.removeFirst() }
      notices.append(notice)
    }

    /// Whether the receiver is simulated while the sensors are real.
    var isReceiverSimulated: Bool { isSimulated && !areSensorsSimulated }
  }

  private static let keptNotices = 8

  private let state: Mutex<State>

  /// Creates an empty recorder.
  ///
  /// - Parameters:
  ///   - current: The calibration in use; its accelerometer and gyroscope calibrations are applied
  ///     to the samples.
  ///   - coordinate: Position of the device, if configured; a receiver's fix replaces it.
  ///   - isSimulated: Whether the sensors are simulated. The position and the date of a simulated
  ///     receiver are ignored beside real sensors.
  public init(
    current: CalibrationParameters?, coordinate: Coordinate?, isSimulated: Bool = false
  ) {
    var state = State()
    state.areSensorsSimulated = isSimulated
    if let current { state.sampler.calibration = current }
    state.coordinate = coordinate
    self.state = Mutex(state)
  }

  /// Takes an event.
  public func deliver(_ event: SensorEvent) {
    state.withLock { state in
      state.last = max(state.last ?? event.time, event.time)
      switch event {
      case .simulated(_, let isOn):
        state.isSimulated = isOn
        if state.isReceiverSimulated { state.hasSimulatedSource = true }
      case .fix where state.isReceiverSimulated: state.hasSimulatedFixes = true
      case .clock(let relation) where state.isReceiverSimulated && relation.trust == .gnss: break
      case .fix(let fix): state.coordinate = fix.coordinate
      // Only the accelerometer and gyroscope calibrations are applied to the samples.
      case .calibration(_, let calibration?): state.sampler.calibration = calibration
      case .status(let status) where status.sensor == .magnetometer && status.isLoss:
        // What delivers afterwards may be another one.
        guard state.first != nil else { break }
        state.discardSamples()
        state.keep(
          SensorNotice(
            .warning, .magnetometer,
            "the magnetometer was lost meanwhile; the samples before were discarded"))
      case .clock(let relation):
        if relation.trust != .none || state.clock == nil { state.clock = relation }
      case .temperature(let sample, of: let kind) where sample.value.isFinite:
        let range = state.temperatures[kind] ?? sample.value...sample.value
        state.temperatures[kind] =
          min(range.lowerBound, sample.value)...max(range.upperBound, sample.value)
      default: break
      }
      guard let sample = state.sampler.process(event) else { return }
      state.first = state.first ?? sample.time
      state.latest = sample
      state.collector.add(sample)
    }
  }

  /// Keeps the notice for the snapshot.
  public func notice(_ notice: SensorNotice) {
    state.withLock { $0.keep(notice) }
  }

  /// Sets a trusted date as of the newest event; for sources without a clock.
  public func set(date: UniversalTime) {
    state.withLock { $0.givenDate = date }
  }

  /// Centres the direction coverage on a fitted hard iron, T.
  public func recenter(on hardIron: Vector3) {
    state.withLock { $0.collector.recenter(on: hardIron) }
  }

  /// Whether a source beside real sensors was simulated at any time: a receiver, or what replaced them.
  var hasSimulatedSource: Bool { state.withLock { $0.hasSimulatedSource } }

  /// Discards the samples; position, date and calibration remain.
  public func restart() {
    state.withLock { $0.discardSamples() }
  }

  /// Time of the first sample; `nil` without samples.
  var begin: BootTime? { state.withLock { $0.first } }

  /// State collected so far.
  public var snapshot: CalibrationSnapshot {
    // A copy, so that no sample waits while the samples are sorted.
    let state = state.withLock { $0 }
    var snapshot = CalibrationSnapshot()
    snapshot.samples = state.collector.samples
    snapshot.coverage = state.collector.coverage
    snapshot.offered = state.collector.offered
    snapshot.latest = state.latest
    snapshot.hasCalibratedAccelerometer = state.sampler.calibration.hasAccelerometerCalibration
    if let latest = state.latest { snapshot.cell = state.collector.cell(of: latest) }
    snapshot.coordinate = state.coordinate
    snapshot.hasSimulatedFixes = state.hasSimulatedFixes
    if let clock = state.clock, let last = state.last {
      snapshot.date = clock.universalTime(at: last)
    }
    snapshot.isDateTrusted = state.clock.map { $0.trust != .none } ?? false
    if !snapshot.isDateTrusted, let date = state.givenDate {
      snapshot.date = date
      snapshot.isDateTrusted = true
    }
    let kinds: [SensorKind] = [.magnetometer, .accelerometer, .gyroscope, .barometer]
    snapshot.temperatures = kinds.compactMap { state.temperatures[$0] }.first
    snapshot.begin = state.first
    if let first = state.first, let last = state.last {
      snapshot.duration = max(0, last.seconds(since: first))
    }
    snapshot.notice = state.notices.last { $0.severity != .info }?.message
    return snapshot
  }
}

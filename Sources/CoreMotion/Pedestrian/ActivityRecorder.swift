import Foundation
import HeadingActivity
import HeadingAuthorization
import HeadingLocationServices
import HeadingProtocol
import HeadingSensing
import Synchronization

/// Measures steps and activities while there are subscribers, and keeps the history.
///
/// One measurement serves all pedometers and activity managers of a program.
final class ActivityRecorder: Sendable {
  /// Time between two reports of steps, s.
  private static let reportPeriod = 1.0

  /// Longest time of a row of the history, s.
  private static let rowPeriod = 60.0

  /// Time without samples after which a row ends, s.
  private static let longestGap = 5.0

  /// Shortest time between two entries of the same activity with another confidence, s.
  private static let entryPeriod = 10.0

  /// Largest age of a fix, s, and error of its speed, m/s, whose speed is used.
  private static let largestFixAge = 3.0
  private static let largestSpeedError = 1.0

  /// The measurement of this program.
  static let shared = ActivityRecorder(hub: .shared, history: .ofUser) {
    let authorization = AuthorizationCenter.shared.current
    return authorization.isGranted && !authorization.isReduced
  }

  private struct State {
    var estimator = ActivityEstimator()
    var receivers: [UInt64: (baseline: PedestrianValues, call: Receiver)] = [:]
    var next: UInt64 = 0
    var tokens: (samples: UInt64, updates: UInt64)?
    var hasHeight = false
    /// Whether a sensor is simulated: then the history is not written.
    var isSimulated = false
    /// The newest acceleration: time since the system started, and since 1970, s.
    var newest: (time: Double, date: Double)?
    var reported: (time: Double, steps: Int, isStepping: Bool) = (-.infinity, 0, false)
    var writer = UInt32.random(in: 1 ... .max)
    var row: (time: Double, values: PedestrianValues)?
    var entry: (estimate: ActivityClassifier.Estimate, time: Double)?
  }

  typealias Receiver = @Sendable (ActivitySnapshot) -> Void

  private let hub: SensorHub
  private let storage: MotionHistory
  private let isLocationGranted: @Sendable () -> Bool
  private let now: @Sendable () -> Double
  private let state = Mutex(State())

  /// Creates a measurement that is not active.
  ///
  /// - Parameters:
  ///   - hub: The program's sensors.
  ///   - history: The history to keep.
  ///   - now: The wall clock, s since 1970.
  ///   - isLocationGranted: Whether the program may use the speed of fixes.
  init(
    hub: SensorHub, history: MotionHistory,
    now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 },
    isLocationGranted: @escaping @Sendable () -> Bool
  ) {
    self.hub = hub
    storage = history
    self.now = now
    self.isLocationGranted = isLocationGranted
  }

  /// The present by the wall clock.
  var date: Date { Date(timeIntervalSince1970: now()) }

  /// Subscribes a function to states of the measurement, which begins with the first one.
  ///
  /// - Parameter receiver: Receives states on any thread: changes of the activity and of stepping,
  ///   and new steps once a second.
  /// - Returns: The token for ``unsubscribe(_:)``.
  func subscribe(_ receiver: @escaping Receiver) -> UInt64 {
    state.withLock { state in
      state.next += 1
      state.receivers[state.next] = (Self.values(state), receiver)
      guard state.tokens == nil else { return state.next }
      storage.compact()
      let samples = hub.subscribeSamples { [weak self] in self?.take($0) }
      let updates = hub.subscribe { [weak self] update in
        if case .message(let message) = update { self?.take(message) }
      }
      state.tokens = (samples, updates)
      return state.next
    }
  }

  /// Ends a subscription; the last one ends the measurement.
  func unsubscribe(_ token: UInt64) {
    state.withLock { state in
      state.receivers[token] = nil
      guard state.receivers.isEmpty, let tokens = state.tokens else { return }
      hub.unsubscribeSamples(tokens.samples)
      hub.unsubscribe(tokens.updates)
      endRow(&state)
      let next = state.next
      state = State()
      state.next = next
    }
  }

  /// Reads the history, the present measurement included, on any thread.
  func history(_ receiver: @escaping @Sendable (MotionRecords) -> Void) {
    state.withLock { endRow(&$0) }
    storage.read(receiver)
  }

  private func take(_ message: SolutionMessage) {
    let speed: Double? =
      message.fixAge.map { $0 <= Self.largestFixAge } == true
        && message.speedAccuracy.map { $0 <= Self.largestSpeedError } == true
        && isLocationGranted() ? message.speed : nil
    state.withLock { state in
      if message.simulated { state.isSimulated = true }
      if let speed { state.estimator.move(at: speed, time: message.bootTime) }
      if let height = message.relativeAltitude {
        state.hasHeight = true
        state.estimator.rise(to: height, time: message.bootTime)
      }
    }
  }

  private func take(_ sample: SampleMessage) {
    guard let vector = sample.vector else { return }
    switch sample.sensor {
    case SensorKind.gyroscope.name:
      state.withLock { $0.estimator.rotate(vector * (.pi / 180), at: sample.bootTime) }
    case SensorKind.accelerometer.name:
      let date = now()
      let (receivers, snapshot) = state.withLock { state in
        if sample.simulated == true { state.isSimulated = true }
        let isChanged = state.estimator.accelerate(vector, at: sample.bootTime)
        keep(&state, isChanged, sample.bootTime, date)
        return report(&state, isChanged, sample.bootTime, date)
      }
      guard var snapshot else { return }
      for receiver in receivers {
        snapshot.baseline = receiver.baseline
        receiver.call(snapshot)
      }
    default: return
    }
  }

  /// The sums since the measurement began.
  private static func values(_ state: borrowing State) -> PedestrianValues {
    let meter = state.estimator.meter
    var values = PedestrianValues()
    values.steps = meter.steps
    values.distance = meter.distance
    values.activeTime = meter.activeTime
    if state.hasHeight {
      values.ascended = meter.floors.ascended
      values.descended = meter.floors.descended
    }
    return values
  }

  /// The receivers to call and what they receive, if there is news.
  private func report(
    _ state: inout State, _ isChanged: Bool, _ time: Double, _ date: Double
  ) -> ([(baseline: PedestrianValues, call: Receiver)], ActivitySnapshot?) {
    let isStepping = state.estimator.isStepping
    let steps = state.estimator.meter.steps
    let last = state.reported
    // Also if the clock of the samples went back.
    let isDue = !(0..<Self.reportPeriod).contains(time - last.time) && steps != last.steps
    guard isChanged || isDue || isStepping != last.isStepping else { return ([], nil) }
    state.reported = (time, steps, isStepping)
    var values = Self.values(state)
    values.cadence = state.estimator.meter.cadence
    values.pace = state.estimator.meter.currentSpeed(at: time).flatMap { $0 > 0.1 ? 1 / $0 : nil }
    let beginning = state.estimator.beginning.map {
      Date(timeIntervalSince1970: date + $0 - time)
    }
    return (
      Array(state.receivers.values),
      ActivitySnapshot(
        time: time, date: date, values: values, estimate: state.estimator.estimate,
        activityBeginning: beginning, isStepping: isStepping)
    )
  }

  /// Keeps the history at a sample.
  private func keep(_ state: inout State, _ isChanged: Bool, _ time: Double, _ date: Double) {
    if let newest = state.newest, !(0...Self.longestGap).contains(time - newest.time) {
      endRow(&state)
      state.row = nil
    }
    state.newest = (time, date)
    if let row = state.row, time - row.time >= Self.rowPeriod { endRow(&state) }
    if state.row == nil { state.row = (time, Self.values(state)) }
    guard isChanged, !state.isSimulated, let beginning = state.estimator.beginning else { return }
    let estimate = state.estimator.estimate
    if let entry = state.entry, entry.estimate.activity == estimate.activity,
      0..<Self.entryPeriod ~= time - entry.time
    {
      return
    }
    let isContinued = state.entry?.estimate.activity == estimate.activity
    state.entry = (estimate, time)
    let start = isContinued ? date : date + beginning - time
    storage.append(
      [.init(writer: state.writer, start: start, estimate: estimate)].compactMap {
        MotionRecords.line($0)
      })
  }

  /// Writes the row up to the newest sample and begins another one.
  private func endRow(_ state: inout State) {
    guard let row = state.row, let newest = state.newest, newest.time > row.time else { return }
    let values = Self.values(state)
    state.row = (newest.time, values)
    guard !state.isSimulated else { return }
    var part = values.since(row.values)
    part.start = newest.date + row.time - newest.time
    part.end = newest.date
    storage.append(
      [.init(writer: state.writer, values: part)].compactMap { MotionRecords.line($0) })
  }
}

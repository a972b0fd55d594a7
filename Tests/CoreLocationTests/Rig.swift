import Dispatch
import Foundation
import HeadingAuthorization
import HeadingBeacons
import HeadingEngine
import HeadingGeometry
import HeadingLocationServices
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import Synchronization

@testable import CoreLocation

/// An origin whose updates and times a test sets.
final class ScriptedOrigin: SensorOrigin {
  private struct State {
    var availability = SensorAvailability()
    var receiver: (@Sendable (SolutionMessage) -> Void)?
    var waiting: [CheckedContinuation<Void, Never>] = []
    var run = 0
  }

  private let state = Mutex(State())

  init() {
    state.withLock { state in
      state.availability.hasHeading = true
      state.availability.hasLocation = true
    }
  }

  var availability: SensorAvailability {
    get { state.withLock { $0.availability } }
    set { state.withLock { $0.availability = newValue } }
  }

  /// Whether the sensors are open.
  var isOpen: Bool { state.withLock { $0.receiver != nil } }

  func deliver(to receiver: @escaping @Sendable (SolutionMessage) -> Void) async {
    let (waiting, run) = state.withLock { state in
      state.receiver = receiver
      state.run += 1
      defer { state.waiting = [] }
      return (state.waiting, state.run)
    }
    for continuation in waiting { continuation.resume() }
    try? await Task.sleep(for: .seconds(3600))
    // The next run may have begun already.
    state.withLock { if $0.run == run { $0.receiver = nil } }
  }

  /// Waits until the sensors are open.
  func opened() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if state.receiver == nil { state.waiting.append(continuation) }
        return state.receiver != nil
      }
      if isOpen { continuation.resume() }
    }
  }

  func emit(_ message: SolutionMessage) { state.withLock { $0.receiver }?(message) }
}

/// An agent with scripted answers, given in order, at once or when the test triggers them.
final class ScriptedAgent: AuthorizationAgent {
  private let state: Mutex<(answers: [AuthorizationAnswer], asked: [AuthorizationQuestion])>
  private let (given, giving) = AsyncStream.makeStream(of: AuthorizationAnswer.self)
  private let waits: Bool

  init(_ answers: AuthorizationAnswer..., waits: Bool = false) {
    state = Mutex((answers, []))
    self.waits = waits
  }

  /// Answers the pending question, or the next one.
  func give(_ answer: AuthorizationAnswer) { giving.yield(answer) }

  var asked: [AuthorizationQuestion] { state.withLock { $0.asked } }

  func answer(_ question: AuthorizationQuestion) async -> AuthorizationAnswer? {
    let answer = state.withLock { state in
      state.asked.append(question)
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
    guard waits else { return answer }
    for await answer in given { return answer }
    return nil
  }
}

/// A clock whose seconds a test advances.
final class ScriptedSeconds: Sendable {
  private let (ticks, passed) = AsyncStream.makeStream(of: Void.self)

  /// Advances the clock by seconds.
  func pass(_ count: Int) {
    for _ in 0..<count { passed.yield() }
  }

  /// Waits for the next second.
  func wait() async throws {
    for await _ in ticks { return }
    throw CancellationError()
  }
}

/// A program with sensors, user and clock under a test's control.
@MainActor
struct Rig {
  nonisolated static let program = "/usr/bin/example"

  let origin = ScriptedOrigin()
  let seconds = ScriptedSeconds()
  let policy: PolicyMemory
  let agent: ScriptedAgent
  let center: AuthorizationCenter
  let scanner = ScriptedScanner()
  let beacons: BeaconCenter
  let services: LocationServices

  /// Creates a program with the user's decision.
  init(
    _ grant: AuthorizationGrant = .whenInUse, isReduced: Bool = false,
    agent: ScriptedAgent = ScriptedAgent(), usage: UsageDescription = UsageDescription(),
    storage: ProgramStorage = ProgramStorage(nil),
    radios: RadioSwitches = RadioSwitches(folder: "/nonexistent"),
    policy change: (inout AuthorizationPolicy) -> Void = { _ in }
  ) {
    var decisions = AuthorizationPolicy()
    if grant != .notDetermined {
      decisions.programs[Self.program] = AuthorizationPolicy.Record(grant, isReduced: isReduced)
    }
    change(&decisions)
    policy = PolicyMemory(decisions)
    self.agent = agent
    center = AuthorizationCenter(
      program: Self.program, store: policy, agent: agent, usage: usage, radios: radios)
    beacons = BeaconCenter(
      scanner: scanner, center: center, now: scanner.now,
      second: { try await Task.sleep(for: .seconds(3600)) })
    services = LocationServices(
      hub: SensorHub(origin, second: seconds.wait), center: center, beacons: beacons,
      storage: storage,
      // Tests send a minute or an hour at once.
      mostWaiting: 10_000, now: { Date(timeIntervalSince1970: 1_800_000_000) })
  }

  /// Creates a manager with its recorder.
  func manager() -> (CLLocationManager, Recorder) {
    let manager = CLLocationManager(services: services)
    let recorder = Recorder()
    manager.delegate = recorder
    return (manager, recorder)
  }

  /// Waits until all posted events have been delivered.
  func drain() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }

  /// Changes the decisions as another program would.
  func decide(_ change: @Sendable (inout AuthorizationPolicy) -> Void) async {
    policy.change(change)
    center.refresh()
    await drain()
  }

  /// Emits an update and waits until it is delivered.
  func emit(_ message: SolutionMessage) async {
    origin.emit(message)
    await drain()
  }

  /// An update with a position.
  static func place(
    _ time: Double, _ latitude: Double, _ longitude: Double, accuracy: Double? = 5,
    altitude: Double? = nil, simulated: Bool = false
  ) -> SolutionMessage {
    var solution = HeadingSolution(time: BootTime(seconds: time), missing: .starting)
    solution.coordinate = Availability(
      Coordinate(latitude: latitude, longitude: longitude), else: .noFix)
    solution.horizontalAccuracy = Availability(accuracy, else: .noFix)
    solution.altitude = Availability(altitude, else: .notReported)
    solution.verticalAccuracy = Availability(altitude.map { _ in 3 }, else: .notReported)
    solution.fixAge = accuracy == nil ? .missing(.noFix) : .known(0)
    solution.isSimulated = simulated
    return SolutionMessage(solution, latency: 0)
  }

  /// An update without a position.
  static func nowhere(_ time: Double) -> SolutionMessage {
    SolutionMessage(
      HeadingSolution(time: BootTime(seconds: time), missing: .noFix), latency: 0)
  }

  /// An update with a heading.
  static func heading(
    _ degrees: Double?, true trueHeading: Double? = nil, bound: Double = 3, reasons: Reasons = [],
    attitude: Quaternion? = nil
  ) -> SolutionMessage {
    var solution = HeadingSolution(time: BootTime(seconds: 1), missing: .starting)
    solution.reasons = reasons
    solution.status = degrees == nil ? .invalid : .valid
    solution.magneticHeading = Availability(degrees.map { Heading(degrees: $0) }, else: reasons)
    solution.trueHeading = Availability(trueHeading.map { Heading(degrees: $0) }, else: reasons)
    solution.headingAccuracy95 = Availability(
      degrees.map { _ in Angle(degrees: bound) }, else: reasons)
    solution.attitude = Availability(attitude, else: reasons)
    solution.field = .known(Vector3(1e-6, 20e-6, -40e-6))
    return SolutionMessage(solution, latency: 0)
  }
}

/// A delegate that records its calls.
final class Recorder: NSObject, CLLocationManagerDelegate {
  var log: [String] = []
  var places: [CLLocation] = []
  /// Number of locations of each call.
  var counts: [Int] = []
  var headings: [CLHeading] = []
  var errors: [CLError.Code] = []
  var statuses: [CLAuthorizationStatus] = []
  var visits: [CLVisit] = []
  var regions: [String] = [] {
    didSet { regions.last.map(onRegion) }
  }
  var wantsCalibration = false
  var calibrationQuestions = 0
  var onPlaces: (CLLocationManager) -> Void = { _ in }
  var onHeading: (CLHeading) -> Void = { _ in }
  var onError: (any Error) -> Void = { _ in }
  var onRegion: (String) -> Void = { _ in }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    log.append("places")
    counts.append(locations.count)
    places += locations
    onPlaces(manager)
  }

  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
    log.append("heading")
    headings.append(newHeading)
    onHeading(newHeading)
  }

  func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool {
    calibrationQuestions += 1
    return wantsCalibration
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    log.append("error")
    if let error = error as? CLError { errors.append(error.code) }
    onError(error)
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    log.append("authorization")
    statuses.append(manager.authorizationStatus)
  }

  func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {
    log.append("paused")
  }

  func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) {
    log.append("resumed")
  }

  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
    visits.append(visit)
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    regions.append("in \(region.identifier)")
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    regions.append("out \(region.identifier)")
  }

  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    regions.append("start \(region.identifier)")
  }

  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) {
    regions.append("state \(state.rawValue) \(region.identifier)")
  }

  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  ) {
    regions.append("fail \((error as? CLError)?.code.rawValue ?? -1) \(region?.identifier ?? "")")
  }

  func locationManager(
    _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
    error: any Error
  ) {
    regions.append("ranging \((error as? CLError)?.code.rawValue ?? -1)")
  }
}

extension LocationServices {
  /// The first magnetic heading of a manager that is later than its first by some time; that one is of one noisy
  /// sample.
  @MainActor func settledHeading(after seconds: Double = 1) async -> Double? {
    let manager = CLLocationManager(services: self)
    let recorder = Recorder()
    manager.delegate = recorder
    manager.headingFilter = kCLHeadingFilterNone
    let (stream, output) = AsyncStream.makeStream(of: Void.self)
    recorder.onHeading = { [weak recorder] heading in
      guard let first = recorder?.headings.first else { return }
      if heading.timestamp.timeIntervalSince(first.timestamp) > seconds { output.finish() }
    }
    manager.startUpdatingHeading()
    for await _ in stream {}
    manager.stopUpdatingHeading()
    return recorder.headings.last?.magneticHeading
  }
}

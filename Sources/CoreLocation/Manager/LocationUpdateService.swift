import HeadingAuthorization
import HeadingGeometry
import HeadingMonitoring
import HeadingProtocol

/// The standard location service of one manager: its settings and state.
struct LocationUpdateService: Sendable {
  /// Time after which a request ends with the location that is best then, or an error, s.
  static let requestTimeout = 10.0

  /// Time without a position after which an error is reported, s.
  static let lossTimeout = 3.0

  /// Accuracy that a request for the best accuracy waits for, m.
  private static let bestAccuracy = 20.0

  var desiredAccuracy = kCLLocationAccuracyBest
  var distanceFilter: CLLocationDistance {
    get { movement.distance }
    set { movement.distance = newValue }
  }
  var pauses = true
  var activity = CLActivityType.other

  /// Number of starts and stops; events of an earlier run are discarded by it.
  private(set) var run: UInt64 = 0
  private(set) var isRunning = false
  private(set) var isPaused = false

  private var movement = MovementFilter(distance: kCLDistanceFilterNone)
  private var rest = RestDetector(requiredTime: .infinity)
  private var places = PlaceSequence()
  private var request: LocationRequest?
  private var lossStart: Double?
  private var silences = 0
  private var hasReportedLoss = false
  /// Time of the last reduced location.
  private var reduced: Double?

  /// Whether the sensors are needed.
  var needsSensors: Bool { (isRunning && !isPaused) || request != nil }

  /// Starts; returns whether it was not running or had paused, and whether it had paused.
  mutating func start() -> (isNew: Bool, hasResumed: Bool) {
    request = nil
    guard !isRunning || isPaused else { return (false, false) }
    let hasResumed = isPaused
    isRunning = true
    isPaused = false
    run += 1
    reset()
    return (true, hasResumed)
  }

  mutating func stop() {
    isRunning = false
    isPaused = false
    run += 1
    request = nil
  }

  /// Requests one location; no effect during updates or another request.
  mutating func requestOne() {
    guard !isRunning, request == nil else { return }
    request = LocationRequest()
    reset()
  }

  private mutating func reset() {
    movement.reset()
    rest.reset()
    places = PlaceSequence()
    lossStart = nil
    silences = 0
    hasReportedLoss = false
    reduced = nil
  }

  /// Records a cached location as delivered.
  mutating func note(_ cached: CLLocation) {
    guard let place = cached.coordinate.coordinate else { return }
    _ = movement.admits(place, accuracy: cached.horizontalAccuracy)
  }

  /// Processes an update.
  ///
  /// - Parameters:
  ///   - message: The update.
  ///   - isReduced: Whether accuracy is reduced.
  ///   - location: Creates the update's location.
  /// - Returns: The events for the manager.
  mutating func take(
    _ message: SolutionMessage, isReduced: Bool, location: () -> CLLocation
  ) -> [ManagerEvent] {
    guard needsSensors else { return [] }
    silences = 0
    let now = message.bootTime
    guard places.hasNewPlace(message) else { return missing(message, at: now) }
    lossStart = nil
    hasReportedLoss = false
    var place = location()
    if isReduced || desiredAccuracy == kCLLocationAccuracyReduced {
      guard let coarse = reduce(place, at: now) else { return [] }
      place = coarse
    }
    guard let coordinate = place.coordinate.coordinate else { return [] }
    if request != nil { return answer(with: place, at: now) }
    var events: [ManagerEvent] = []
    if movement.admits(coordinate, accuracy: place.horizontalAccuracy) {
      events.append(.locations([place], run: run))
    }
    rest.requiredTime = pauseDelay
    if pauses,
      rest.rests(at: coordinate, accuracy: place.horizontalAccuracy, time: now)
    {
      isPaused = true
      events.append(.paused)
    }
    return events
  }

  /// Processes a second without any update.
  mutating func takeSilence() -> [ManagerEvent] {
    guard needsSensors else { return [] }
    silences += 1
    if request != nil {
      request?.silences += 1
      guard let pending = request, Double(pending.silences) >= Self.requestTimeout
      else { return [] }
      return finish(pending, at: pending.latest + Double(silences))
    }
    guard Double(silences) >= Self.lossTimeout, !hasReportedLoss else { return [] }
    hasReportedLoss = true
    return [.failed(.locationUnknown)]
  }

  /// Processes an update without a new position; reports an error after a time without any.
  private mutating func missing(_ message: SolutionMessage, at now: Double) -> [ManagerEvent] {
    request?.note(now)
    if let pending = request, pending.isLate(at: now) { return finish(pending, at: now) }
    guard message.horizontalAccuracy == nil else { return [] }
    let since = lossStart ?? now
    lossStart = since
    guard request == nil, now - since >= Self.lossTimeout, !hasReportedLoss else { return [] }
    hasReportedLoss = true
    return [.failed(.locationUnknown)]
  }

  private mutating func answer(with place: CLLocation, at now: Double) -> [ManagerEvent] {
    request?.add(place, at: now)
    guard let pending = request else { return [] }
    let wanted = desiredAccuracy > 0 ? desiredAccuracy : Self.bestAccuracy
    let isGood = place.horizontalAccuracy <= wanted
    return isGood || pending.isLate(at: now) ? finish(pending, at: now) : []
  }

  private mutating func finish(_ pending: LocationRequest, at now: Double) -> [ManagerEvent] {
    request = nil
    return [pending.best(at: now).map { .locations([$0], run: nil) } ?? .failed(.locationUnknown)]
  }

  /// Time at rest before updates pause, s: vehicles halt for longer than pedestrians.
  private var pauseDelay: Double {
    switch activity {
    case .fitness: 300
    case .other: 600
    case .automotiveNavigation: 900
    case .otherNavigation: 1200
    case .airborne: 1800
    }
  }

  /// Returns the reduced location; `nil` within 15 minutes after the last one.
  private mutating func reduce(_ place: CLLocation, at now: Double) -> CLLocation? {
    if request == nil, let reduced, now - reduced < ReducedAccuracyFilter.holdTime { return nil }
    reduced = now
    return place.reduced
  }
}

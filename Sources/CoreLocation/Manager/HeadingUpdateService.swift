import HeadingGeometry
import HeadingMonitoring
import HeadingProtocol
import HeadingSensing

/// The heading service of one manager: its settings and state.
struct HeadingUpdateService: Sendable {
  /// Elevation, °, above which the axis has no usable azimuth and that of back or screen is used.
  private static let steepest = 75.0

  var headingFilter: CLLocationDegrees {
    get { direction.angle }
    set { direction.angle = newValue }
  }

  /// The device orientation; face up, face down and unknown keep the current axis.
  var orientation = CLDeviceOrientation.portrait {
    didSet {
      switch orientation {
      case .unknown, .faceUp, .faceDown: break
      default: axis = orientation
      }
    }
  }

  /// Number of starts and stops; events of an earlier run are discarded by it.
  private(set) var run: UInt64 = 0
  private(set) var isRunning = false

  private var axis = CLDeviceOrientation.portrait
  private var direction = DirectionFilter(angle: 1)
  private var hasFailed = false
  /// The last reported heading while it is valid.
  private var standing: HeadingValues?
  private var wasDisturbed = false
  private var hasAsked = false

  /// Starts; returns true if it was not running.
  mutating func start() -> Bool {
    guard !isRunning else { return false }
    isRunning = true
    run += 1
    direction.reset()
    hasFailed = false
    standing = nil
    return true
  }

  mutating func stop() {
    isRunning = false
    run += 1
  }

  /// Processes an update.
  ///
  /// - Parameters:
  ///   - message: The update.
  ///   - hasLocation: Whether the same manager has location updates, which true headings require.
  ///   - date: The update's time of validity.
  /// - Returns: The events for the manager.
  mutating func take(
    _ message: SolutionMessage, hasLocation: Bool, date: Date
  ) -> [ManagerEvent] {
    guard isRunning else { return [] }
    var events: [ManagerEvent] = []
    let reasons = message.knownReasons
    let isDisturbed = !reasons.isDisjoint(with: [.disturbed, .fieldImplausible])
    let isUncalibrated = reasons.contains(.uncalibrated)
    if (isUncalibrated && !hasAsked) || (isDisturbed && !wasDisturbed) {
      hasAsked = true
      events.append(.calibrationNeeded)
    }
    wasDisturbed = isDisturbed
    guard let heading = message.magneticHeading, message.status != .invalid else {
      if isDisturbed, !hasFailed {
        hasFailed = true
        events.append(.failed(.headingFailure))
      }
      // Invalidates the last reported heading, once.
      if var values = standing {
        values.headingAccuracy = -1
        values.trueHeading = -1
        values.take(message.field, date)
        events.append(.heading(values, run: run))
        standing = nil
        direction.reset()
      }
      return events
    }
    hasFailed = false
    let turn = turn(message)
    let magnetic = Self.inCircle(heading + turn)
    let trueHeading =
      hasLocation ? message.trueHeading.map { Self.inCircle($0 + turn) } : nil
    // A device at rest that has found its place has a true heading to report, without a turn.
    if let standing, (standing.trueHeading >= 0) != (trueHeading != nil) { direction.reset() }
    guard direction.admits(magnetic) else { return events }
    var values = HeadingValues()
    values.magneticHeading = magnetic
    values.trueHeading = trueHeading ?? -1
    values.headingAccuracy = message.headingAccuracy95 ?? -1
    values.take(message.field, date)
    standing = values
    events.append(.heading(values, run: run))
    return events
  }

  /// Returns the angle from the update's heading to that of the selected axis, °.
  private func turn(_ message: SolutionMessage) -> Double {
    guard axis != .portrait, let heading = message.magneticHeading, let q = message.attitude,
      q.count == 4
    else { return 0 }
    let attitude = Quaternion(w: q[0], x: q[1], y: q[2], z: q[3])
    let forward =
      switch axis {
      case .landscapeLeft: Vector3(1, 0, 0)
      case .landscapeRight: Vector3(-1, 0, 0)
      default: Vector3(0, -1, 0)
      }
    var direction = attitude * forward
    let elevation = asin(max(-1, min(1, direction.z))) * 180 / .pi
    if abs(elevation) > Self.steepest {
      direction = attitude * Vector3(0, 0, elevation > 0 ? -1 : 1)
    }
    return atan2(direction.x, direction.y) * 180 / .pi - heading
  }

  /// Returns an angle reduced to 0 <= value < 360, °.
  private static func inCircle(_ degrees: Double) -> Double {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    let positive = rest < 0 ? rest + 360 : rest
    return positive >= 360 ? 0 : positive
  }
}

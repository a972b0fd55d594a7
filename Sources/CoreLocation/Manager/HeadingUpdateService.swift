import HeadingGeometry
import HeadingMonitoring
import HeadingProtocol
import HeadingSensing

/// One manager's heading service: what it has been asked for, and what of the stream that makes.
struct HeadingUpdateService: Sendable {
  /// Above this elevation, degrees, the axis points nowhere and the back or the screen is taken.
  private static let steepest = 75.0

  var headingFilter: CLLocationDegrees {
    get { direction.angle }
    set { direction.angle = newValue }
  }

  /// The axis a heading belongs to; face up, face down and unknown leave it as it was.
  var orientation = CLDeviceOrientation.portrait {
    didSet {
      switch orientation {
      case .unknown, .faceUp, .faceDown: break
      default: axis = orientation
      }
    }
  }

  /// Counts the starts, so that what belongs to an earlier one is told apart.
  private(set) var run: UInt64 = 0
  private(set) var isRunning = false

  private var axis = CLDeviceOrientation.portrait
  private var direction = DirectionFilter(angle: 1)
  private var hasFailed = false
  /// The heading that was told last, while it holds.
  private var standing: HeadingValues?
  private var wasDisturbed = false
  private var hasAsked = false

  /// Starts; true if it was not running.
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

  /// Takes an update.
  ///
  /// - Parameters:
  ///   - message: The update.
  ///   - hasLocation: Whether the same manager knows places, which a true heading needs.
  ///   - date: When the update was made.
  /// - Returns: What the manager is to be told.
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
      // Once: what was told last does not hold any more.
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
    guard direction.admits(magnetic) else { return events }
    var values = HeadingValues()
    values.magneticHeading = magnetic
    if hasLocation, let heading = message.trueHeading {
      values.trueHeading = Self.inCircle(heading + turn)
    }
    values.headingAccuracy = message.headingAccuracy95 ?? -1
    values.take(message.field, date)
    standing = values
    events.append(.heading(values, run: run))
    return events
  }

  /// Degrees from the heading of the update's axis to that of the axis asked for.
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

  /// An angle as 0 <= value < 360.
  private static func inCircle(_ degrees: Double) -> Double {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    let positive = rest < 0 ? rest + 360 : rest
    return positive >= 360 ? 0 : positive
  }
}

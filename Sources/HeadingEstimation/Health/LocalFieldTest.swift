import HeadingGeometry

/// Tests by its strength, independent of the attitude, whether a field is the local one.
///
/// Iron on the body changes the strength when the body rotates, iron nearby when the body moves.
struct LocalFieldTest {
  /// The result of the test.
  enum Verdict {
    /// The local field strength is not known yet, or not steady.
    case unknown
    /// The field is stronger or weaker than the local one.
    case iron
    /// The field is as strong as the local one.
    case local
  }

  private var strength = 0.0
  /// Mean squared relative deviation of the strength.
  private var scatter = 0.0
  private var elapsed = 0.0

  /// Sine of the recent inclination of the field against the specific force.
  private(set) var sine = 0.0

  /// Tests a field, T, body frame, over `interval` seconds, with the specific force in that time.
  mutating func test(_ field: Vector3, force: Vector3, interval: Double) -> Verdict {
    let length = field.length
    guard Self.plausible.contains(length), force.squaredLength > 0 else { return .iron }
    let new = -field.dot(force) / (length * force.length)
    let wasKnown = elapsed > Self.settling && scatter < Self.largestScatter * Self.largestScatter
    let departure = strength > 0 ? length / strength - 1 : 0
    let isLocal = wasKnown && abs(departure) < Self.tolerance
    // An outlier does not change the local strength unless it persists.
    let time = min(elapsed, wasKnown && !isLocal ? Self.adoptionTime : Self.memory)
    let share = interval / (time + interval)
    elapsed = min(elapsed + interval, Self.adoptionTime)
    strength += (length - strength) * (strength > 0 ? share : 1)
    sine += (new - sine) * (elapsed > interval ? share : 1)
    scatter += (min(departure * departure, 1) - scatter) * share
    return wasKnown ? (isLocal ? .local : .iron) : .unknown
  }

  /// Field strengths outside this range, T, are caused by iron at any place: the Earth's range with
  /// a margin of half for scale factors and buildings.
  private static let plausible =
    PhysicalConstants.earthField.lowerBound / 2...PhysicalConstants.earthField.upperBound * 1.5

  /// Averaging time of the strength, s.
  private static let memory = 10.0

  /// Time after which a persistent strength becomes the local one, s.
  private static let adoptionTime = 60.0

  /// Time until the local strength is known, s.
  private static let settling = 2.0

  /// Relative scatter above which the strength is not known: the device's own iron rotates with it.
  private static let largestScatter = 0.08

  /// Relative deviation caused by buildings, noise and calibration residuals.
  private static let tolerance = 0.06
}

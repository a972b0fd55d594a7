import HeadingGeometry
import RealModule

/// Tells whether field and specific force are those of the place, without any attitude.
///
/// The force is as long as gravity, the field as strong as it has been lately and as inclined against the force. Iron
/// changes the strength as the body turns, accelerations the force's length and the inclination.
struct LocalField {
  /// What a field and a force are.
  enum Verdict {
    /// Nothing is known yet of the place's own field, or it is not steady.
    case unknown
    /// The field is stronger or weaker than the place's.
    case iron
    /// The field is as strong as the place's; the force is not gravity alone, or the field is inclined otherwise.
    case accelerated
    /// Field and force are the place's.
    case undisturbed
  }

  private var strength = 0.0
  private var inclination = 0.0
  /// Mean square of the strength's departures, as a share.
  private var scatter = 0.0
  private var elapsed = 0.0

  /// Takes a field, T, and a specific force, m/s², both body frame, that hold for `interval` seconds.
  mutating func judge(field: Vector3, force: Vector3, interval: Double) -> Verdict {
    let (length, gravity) = (field.length, force.length)
    guard length > 1e-6 else { return .iron }
    let isGravity =
      abs(gravity / PhysicalConstants.standardGravity - 1) < Self.forceTolerance
    let sine = gravity > 0 ? -force.dot(field) / (gravity * length) : 0
    let angle = Double.asin(max(-1, min(1, sine)))
    let wasKnown = elapsed > Self.settling && scatter < Self.unsteady * Self.unsteady
    let departure = strength > 0 ? length / strength - 1 : 0
    let isLocal = wasKnown && abs(departure) < Self.strengthTolerance
    let isInclined = abs(angle - inclination) < Self.inclinationTolerance
    // What is far off says nothing of the place, unless it stays.
    let share =
      interval / (min(elapsed, wasKnown && !isLocal ? Self.patience : Self.memory) + interval)
    elapsed = min(elapsed + interval, Self.patience)
    strength += (length - strength) * (strength > 0 ? share : 1)
    scatter += (min(departure * departure, 1) - scatter) * share
    if isGravity { inclination += (angle - inclination) * (elapsed > interval ? share : 1) }
    guard wasKnown else { return .unknown }
    guard isLocal else { return .iron }
    return isGravity && isInclined ? .undisturbed : .accelerated
  }

  /// Strength and inclination are means over so long, s.
  private static let memory = 10.0

  /// A field that is none of the place becomes its own after about so long, s.
  private static let patience = 60.0

  /// So long, s, is needed to know the place's field.
  private static let settling = 2.0

  /// A strength that scatters by more, as a share, is not known: the device's own iron turns with it.
  private static let unsteady = 0.04

  /// Departures that rooms, noise and what a calibration leaves make: as shares and rad.
  private static let forceTolerance = 0.06
  private static let strengthTolerance = 0.06
  private static let inclinationTolerance = Angle(degrees: 5).radians
}

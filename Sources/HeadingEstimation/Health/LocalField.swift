import HeadingGeometry

/// Tells whether a field is that of the place, without any attitude: by its strength.
///
/// Iron on the body changes the strength as the body turns, iron in the room as it moves.
struct LocalField {
  /// What a field is.
  enum Verdict {
    /// Nothing is known yet of the place's own field, or it is not steady.
    case unknown
    /// The field is stronger or weaker than the place's.
    case iron
    /// The field is as strong as the place's.
    case local
  }

  private var strength = 0.0
  /// Mean square of the strength's departures, as a share.
  private var scatter = 0.0
  private var elapsed = 0.0

  /// Sine of the field's inclination against the force, as it has been lately.
  private(set) var sine = 0.0

  /// Takes a field, T, body frame, that holds for `interval` seconds, and the force meanwhile.
  mutating func judge(_ field: Vector3, force: Vector3, interval: Double) -> Verdict {
    let length = field.length
    guard Self.plausible.contains(length), force.squaredLength > 0 else { return .iron }
    let new = -field.dot(force) / (length * force.length)
    let wasKnown = elapsed > Self.settling && scatter < Self.unsteady * Self.unsteady
    let departure = strength > 0 ? length / strength - 1 : 0
    let isLocal = wasKnown && abs(departure) < Self.tolerance
    // What is far off says nothing of the place, unless it stays.
    let time = min(elapsed, wasKnown && !isLocal ? Self.patience : Self.memory)
    let share = interval / (time + interval)
    elapsed = min(elapsed + interval, Self.patience)
    strength += (length - strength) * (strength > 0 ? share : 1)
    sine += (new - sine) * (elapsed > interval ? share : 1)
    scatter += (min(departure * departure, 1) - scatter) * share
    return wasKnown ? (isLocal ? .local : .iron) : .unknown
  }

  /// A field of another strength, T, is iron's wherever it is: the Earth's, and half of it for scale and rooms.
  private static let plausible =
    PhysicalConstants.earthField.lowerBound / 2...PhysicalConstants.earthField.upperBound * 1.5

  /// The strength is a mean over so long, s.
  private static let memory = 10.0

  /// A field that is none of the place becomes its own after about so long, s.
  private static let patience = 60.0

  /// So long, s, is needed to know the place's field.
  private static let settling = 2.0

  /// A strength that scatters by more, as a share, is not known: the device's own iron turns with it.
  private static let unsteady = 0.08

  /// Departures that rooms, noise and what a calibration leaves make, as a share.
  private static let tolerance = 0.06
}

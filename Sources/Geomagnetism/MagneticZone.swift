/// How far a compass can be trusted at a place (MIL-PRF-89500B).
public enum MagneticZone: Sendable, Hashable {
  /// Horizontal intensity of 6000 nT or more.
  case normal

  /// Horizontal intensity of 2000 nT or more, but below 6000 nT: a compass can be wrong by degrees.
  case caution

  /// Horizontal intensity below 2000 nT: a compass is useless.
  case blackout

  /// The zone of a horizontal intensity, T; not a number is in the blackout zone.
  public init(horizontal intensity: Double) {
    if intensity >= 6000e-9 {
      self = .normal
    } else {
      self = intensity >= 2000e-9 ? .caution : .blackout
    }
  }
}

/// Reliability of a compass by horizontal intensity (MIL-PRF-89500B).
public enum MagneticZone: Sendable, Hashable {
  /// Horizontal intensity of 6000 nT or more.
  case normal

  /// Caution zone, 2000 nT to 6000 nT: compass errors of degrees.
  case caution

  /// Blackout zone, below 2000 nT: a compass is unusable.
  case blackout

  /// The zone of a horizontal intensity, T; NaN is in the blackout zone.
  public init(horizontal intensity: Double) {
    if intensity >= 6000e-9 {
      self = .normal
    } else {
      self = intensity >= 2000e-9 ? .caution : .blackout
    }
  }
}

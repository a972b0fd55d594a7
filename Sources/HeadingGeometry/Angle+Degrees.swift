public import RealModule

extension Angle {
  /// The sine and cosine of an angle in degrees, exact at every multiple of 90°.
  ///
  /// The whole quarter turns are taken out before the change to radians, so that 180° has the sine 0
  /// and 90° the cosine 0 (Karney 2013, section 3). Not a number in, not a number out.
  @inlinable
  public static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    let reduced = abs(degrees) <= 360 ? degrees : degrees.truncatingRemainder(dividingBy: 360)
    guard abs(reduced) <= 360 else { return (.nan, .nan) }
    let quarter = (reduced / 90).rounded(.toNearestOrAwayFromZero)
    let radians = (reduced - 90 * quarter) * (.pi / 180)
    let sine = Double.sin(radians)
    let cosine = Double.cos(radians)
    switch Int(quarter) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, 0 - sine)
    case 2: return (0 - sine, 0 - cosine)
    default: return (0 - cosine, sine)
    }
  }
}

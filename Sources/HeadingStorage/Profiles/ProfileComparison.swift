import FoundationEssentials
import Glibc
public import HeadingGeometry
import HeadingSensing

/// The differences of two calibrations of one sensor.
public struct ProfileComparison: Sendable, Hashable {
  /// Hard iron of the second minus that of the first, T, in the first's body frame.
  public var hardIron: Vector3

  /// Largest difference of a soft-iron element.
  public var softIron: Double

  /// Largest heading difference in level attitude over all headings.
  public var largestHeading: Angle

  /// Root mean square heading difference in level attitude over all headings.
  public var meanHeading: Angle

  /// Compares two profiles in the first's reference field (default 50 µT, dip 60°), in level
  /// attitude.
  ///
  /// A different mount matrix of the second is taken into account.
  public init(_ one: CalibrationProfile, _ other: CalibrationProfile) {
    let first = one.parameters
    let second = other.parameters(under: one.mounts).parameters
    hardIron = second.hardIron - first.hardIron
    let change = second.softIron - first.softIron
    softIron =
      [change.columns.x, change.columns.y, change.columns.z]
      .map { max(abs($0.x), abs($0.y), abs($0.z)) }.max() ?? 0
    let strength = one.fieldStrength ?? 50e-6
    let dip = one.inclination ?? Angle(degrees: 60)
    let inverse = first.softIron.inverse ?? .identity
    var largest = 0.0
    var squares = 0.0
    let count = 72
    for step in 0..<count {
      let heading = 2 * Double.pi * Double(step) / Double(count)
      let field =
        Vector3(-sin(heading) * dip.cosine, cos(heading) * dip.cosine, -dip.sine) * strength
      let raw = inverse * field + first.hardIron
      let seen = second.softIron * (raw - second.hardIron)
      let difference = (atan2(-seen.x, seen.y) - heading).remainder(dividingBy: 2 * .pi)
      largest = max(largest, abs(difference))
      squares += difference * difference
    }
    largestHeading = Angle(radians: largest)
    meanHeading = Angle(radians: (squares / Double(count)).squareRoot())
  }
}

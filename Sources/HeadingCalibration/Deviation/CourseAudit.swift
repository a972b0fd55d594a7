public import HeadingGeometry
public import HeadingSensing
import RealModule

/// Compares headings with a receiver's course on straight legs and diagnoses systematic
/// differences.
///
/// It changes no calibration. Memory is constant: the latest ``legLimit`` legs are kept.
public struct CourseAudit: Sendable {
  /// Number of legs that are kept.
  public static let legLimit = 64

  /// Speed below which the course is too uncertain, m/s; default 1.5.
  public var leastSpeed = 1.5

  /// Change of course or heading that ends a leg; default 8°.
  public var largestTurn = Angle(degrees: 8)

  /// Shortest leg, s; default 10.
  public var shortestLeg = 10.0

  /// The completed legs, oldest first: mean compass heading and mean course.
  public private(set) var legs: [DeviationCurve.Observation] = []

  private var current: Leg?

  /// The leg in progress.
  private struct Leg {
    var began: BootTime
    var last: BootTime
    var course: Double
    var heading: Double
    var courseSum = 0.0
    var headingSum = 0.0
    var count = 0.0
  }

  /// Makes an audit without legs.
  public init() { legs.reserveCapacity(Self.legLimit) }

  /// Number of completed legs.
  public var legCount: Int { legs.count }

  /// Processes one observation.
  ///
  /// - Parameters:
  ///   - time: Time of the observation.
  ///   - heading: The magnetic heading.
  ///   - course: The course over ground, relative to magnetic north.
  ///   - speed: Speed over ground, m/s.
  public mutating func add(
    at time: BootTime, heading: Heading<MagneticNorth>, course: Heading<MagneticNorth>,
    speed: Double
  ) {
    guard speed >= leastSpeed, heading.degrees.isFinite, course.degrees.isFinite else {
      return finish()
    }
    if let leg = current {
      let turn = max(
        abs(Angle(degrees: course.degrees - leg.course).normalized.degrees),
        abs(Angle(degrees: heading.degrees - leg.heading).normalized.degrees))
      let gap = time.seconds(since: leg.last)
      if turn > largestTurn.degrees || gap > 5 || gap < 0 { finish() }
    }
    if current == nil {
      current = Leg(
        began: time, last: time, course: course.degrees, heading: heading.degrees)
    }
    guard var leg = current else { return }
    leg.last = time
    leg.courseSum += Angle(degrees: course.degrees - leg.course).normalized.degrees
    leg.headingSum += Angle(degrees: heading.degrees - leg.heading).normalized.degrees
    leg.count += 1
    current = leg
  }

  /// Ends the leg in progress, as at the end of a recording.
  public mutating func finish() {
    defer { current = nil }
    guard let leg = current, leg.last.seconds(since: leg.began) >= shortestLeg, leg.count >= 5
    else { return }
    if legs.count == Self.legLimit { legs.removeFirst() }
    legs.append(
      DeviationCurve.Observation(
        compass: Heading(degrees: leg.heading + leg.headingSum / leg.count),
        reference: Heading(degrees: leg.course + leg.courseSum / leg.count)))
  }

  /// The diagnosis; `nil` from fewer than four legs.
  public var finding: CourseFinding? {
    guard legs.count >= 4, let curve = DeviationCurve(legs) else { return nil }
    // The five-coefficient model must reduce the residual clearly against the constant one.
    var vectors = Vector3.zero
    for leg in legs {
      let turn = leg.reference.turn(from: leg.compass)
      vectors += Vector3(turn.cosine, turn.sine, 0)
    }
    let mean = Angle(radians: Double.atan2(y: vectors.y, x: vectors.x))
    var squares = 0.0
    for leg in legs {
      let rest = Angle(
        radians: leg.reference.turn(from: leg.compass).radians - mean.radians
      ).normalized.degrees
      squares += rest * rest
    }
    let count = Double(legs.count)
    let spread = Angle(degrees: (squares / max(count - 1, 1)).squareRoot())
    var amplitude = 0.0
    for part in [curve.b, curve.c, curve.d, curve.e] { amplitude += part.degrees * part.degrees }
    amplitude = amplitude.squareRoot()
    let residual = max(curve.residual.degrees, 0.2)
    if legs.count >= 8, amplitude > 1.5, spread.degrees > 2 * residual {
      return CourseFinding(kind: .deviation(curve), legs: legs.count)
    }
    let deviation = Angle(degrees: max(spread.degrees, 0.3) / count.squareRoot())
    if abs(mean.degrees) > 3 * deviation.degrees, abs(mean.degrees) > 1 {
      return CourseFinding(kind: .offset(mean, deviation: deviation), legs: legs.count)
    }
    return CourseFinding(kind: .nothing(deviation: deviation), legs: legs.count)
  }
}

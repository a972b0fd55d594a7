import HeadingCalibration
import HeadingGeometry
import HeadingSensing
import RealModule
import Testing

struct DeviationTests {
  private static let truth = DeviationCurve(
    a: Angle(degrees: 1), b: Angle(degrees: -4), c: Angle(degrees: 2.5), d: Angle(degrees: 1.5),
    e: Angle(degrees: -0.5))

  private func swing(_ headings: [Double]) -> [DeviationCurve.Observation] {
    headings.map {
      let compass = Heading<MagneticNorth>(degrees: $0)
      return .init(compass: compass, reference: Self.truth.corrected(compass))
    }
  }

  @Test func `a swing gives the five coefficients in spite of one outlier`() throws {
    var observations = swing(Array(stride(from: 0, to: 360, by: 15)))
    observations[7].reference = Heading(degrees: 200)
    let curve = try #require(DeviationCurve(observations))
    for (found, expected) in [
      (curve.a, Self.truth.a), (curve.b, Self.truth.b), (curve.c, Self.truth.c),
      (curve.d, Self.truth.d), (curve.e, Self.truth.e),
    ] {
      #expect(abs(found.degrees - expected.degrees) < 1e-6)
    }
    #expect(curve.observationCount == 23)
  }

  @Test func `few headings give a constant, none give no curve`() throws {
    let curve = try #require(DeviationCurve(swing([10, 12, 14])))
    #expect(curve.b == .zero && curve.c == .zero && curve.d == .zero && curve.e == .zero)
    #expect(DeviationCurve([]) == nil)
  }

  // A compass with this deviation in a horizontal field of 20 µT shows the true heading after
  // correction.
  @Test(arguments: [1.0, 4.0])
  func `a calibration corrects the deviation at every heading`(factor: Double) throws {
    func scaled(_ angle: Angle) -> Angle { Angle(degrees: angle.degrees * factor) }
    let curve = DeviationCurve(
      a: scaled(Self.truth.a), b: scaled(Self.truth.b), c: scaled(Self.truth.c),
      d: scaled(Self.truth.d), e: scaled(Self.truth.e))
    var old = CalibrationParameters()
    old.hardIron = Vector3(10e-6, -20e-6, 5e-6)
    old.softIron = Matrix3(rows: Vector3(1.1, 0.02, 0), Vector3(0.02, 0.95, 0), Vector3(0, 0, 1))
    let new = try #require(curve.correcting(old, horizontal: 20e-6))
    let inverse = try #require(old.softIron.inverse)
    for degrees in stride(from: 0.0, to: 360, by: 5) {
      let compass = Heading<MagneticNorth>(degrees: degrees)
      let angle = Angle(degrees: degrees)
      let raw =
        inverse * Vector3(-20e-6 * angle.sine, 20e-6 * angle.cosine, -40e-6) + old.hardIron
      let seen = new.softIron * (raw - new.hardIron)
      let shown = Heading<MagneticNorth>(
        degrees: Angle(radians: .atan2(y: -seen.x, x: seen.y)).degrees)
      // Third and fourth harmonics caused by first and second ones of this size.
      #expect(abs(shown.turn(from: curve.corrected(compass)).degrees) < 0.15 * factor * factor)
    }
    // The calibration stores the corrected deviation as a function of the corrected heading.
    for degrees in stride(from: 0.0, to: 360, by: 30) {
      let compass = Heading<MagneticNorth>(degrees: degrees)
      let told = try #require(new.deviation).deviation(of: curve.corrected(compass))
      #expect(abs(told.degrees - curve.deviation(at: compass).degrees) < 0.01)
    }
    #expect(DeviationCurve(a: Angle(degrees: 60)).correcting(old, horizontal: 20e-6) == nil)
    #expect(curve.correcting(old, horizontal: 0) == nil)
  }

  // Easterly deviation is added to the compass heading: 000° by compass, 3° E, is 003° magnetic.
  @Test func `the deviation card has a line for each fifteen degrees`() {
    let card = DeviationCurve(a: Angle(degrees: 3)).card
    #expect(card.contains("000°      3.0° E       3.0°"))
    #expect(card.contains("345°      3.0° E     348.0°"))
    #expect(DeviationCurve(a: Angle(degrees: -2.25)).card.contains("2.3° W"))
  }

  private func audit(_ deviation: (Double) -> Double, legs: Int) -> CourseAudit {
    var audit = CourseAudit()
    var seconds = 0.0
    for leg in 0..<legs {
      let heading = Double(leg * 70 % 360)
      for step in 0..<20 {
        let wobble = step % 2 == 0 ? 0.6 : -0.6
        audit.add(
          at: BootTime(seconds: seconds), heading: Heading(degrees: heading + wobble),
          course: Heading(degrees: heading + deviation(heading)), speed: 4)
        seconds += 1
      }
      audit.finish()
    }
    return audit
  }

  @Test func `a constant offset is found with its uncertainty`() throws {
    let finding = try #require(audit({ _ in 23.8 }, legs: 22).finding)
    guard case .offset(let angle, _) = finding.kind else {
      Issue.record("found \(finding)")
      return
    }
    #expect(abs(angle.degrees - 23.8) < 0.1)
    #expect(finding.description.hasPrefix("23.8° ± 0.1° constant over 22 legs"))
  }

  @Test func `deviation, constant offset and agreement are distinguished`() throws {
    let curve = try #require(audit({ 6 * Angle(degrees: $0).sine }, legs: 20).finding)
    guard case .deviation(let found) = curve.kind else {
      Issue.record("found \(curve)")
      return
    }
    #expect(abs(found.b.degrees - 6) < 0.3)
    let nothing = try #require(audit({ _ in 0.1 }, legs: 10).finding)
    guard case .nothing = nothing.kind else {
      Issue.record("found \(nothing)")
      return
    }
    #expect(audit({ _ in 5 }, legs: 3).finding == nil)
  }

  @Test func `rest and short legs are ignored`() {
    var audit = CourseAudit()
    for second in 0..<600 {
      audit.add(
        at: BootTime(seconds: Double(second)), heading: Heading(degrees: Double(second * 3)),
        course: Heading(degrees: Double(second * 3)), speed: second < 300 ? 4 : 0.2)
    }
    audit.finish()
    #expect(audit.legCount == 0)
  }
}

import HeadingEngine
import HeadingGeometry
import HeadingProtocol
import HeadingRuntime
import HeadingSensing

/// A message in which everything is known.
func fullMessage(
  heading: Double = 123.4, simulated: Bool = true, reasons: Reasons = []
) -> SolutionMessage {
  var solution = HeadingSolution(time: BootTime(seconds: 12.5), missing: .starting)
  solution.universalTime = .known(UniversalTime(year: 2026, month: 11, day: 21))
  solution.status = .valid
  solution.reasons = reasons
  solution.magneticHeading = .known(Heading(degrees: heading))
  solution.trueHeading = .known(Heading(degrees: heading))
  solution.headingAccuracy = .known(Angle(degrees: 1.5))
  solution.headingAccuracy95 = .known(Angle(degrees: 3))
  solution.trueHeadingAccuracy = .known(Angle(degrees: 1.6))
  solution.declination = .known(Angle(degrees: 12.9))
  solution.attitude = .known(.identity)
  solution.pitch = .known(Angle(degrees: -3.25))
  solution.roll = .known(Angle(degrees: 7.5))
  solution.field = .known(Vector3(0, 23e-6, -42e-6))
  solution.inclination = .known(Angle(degrees: 61.3))
  solution.coordinate = Availability(
    Coordinate(latitude: 37.7749, longitude: -122.4194), else: .noFix)
  solution.altitude = .known(52)
  solution.horizontalAccuracy = .known(2.5)
  solution.speed = .known(1.25)
  solution.course = .known(Heading(degrees: 91))
  solution.pressure = .known(100_700)
  solution.isSimulated = simulated
  return SolutionMessage(solution, latency: 0.001)
}

import HeadingEngine
import HeadingGeometry
import HeadingNavigation
import HeadingRuntime
import HeadingSensing
import Testing

@testable import HeadingOutputs

/// Every delta is one by the specification.
struct SignalKSpecificationTests {
  private func line(
    _ stream: inout SignalKStream, at seconds: Double, _ change: (inout HeadingSolution) -> Void
  ) -> [UInt8] {
    var solution = HeadingSolution(time: BootTime(seconds: seconds), missing: .starting)
    change(&solution)
    return stream.line(SolutionUpdate(solution: solution, latency: 0))
  }

  private func fill(_ solution: inout HeadingSolution, heading: Double, tilt: Double) {
    solution.status = .valid
    solution.universalTime = .known(UniversalTime(secondsSince1970: 1_764_201_600 + heading))
    solution.magneticHeading = .known(Heading(degrees: heading))
    solution.headingAccuracy = .known(Angle(degrees: 1))
    solution.trueHeading = .known(Heading(degrees: heading - 3))
    solution.trueHeadingAccuracy = .known(Angle(degrees: 2))
    solution.declination = .known(Angle(degrees: -3))
    solution.deviation = Angle(degrees: 2)
    solution.attitude = .known(.identity)
    solution.rotationRate = .known(Vector3(0, 0, tilt / 10))
    (solution.roll, solution.pitch) = (.known(Angle(degrees: tilt)), .known(Angle(degrees: -tilt)))
    (solution.rollAccuracy, solution.pitchAccuracy) = (
      .known(Angle(degrees: 0.5)), .known(Angle(degrees: 0.25))
    )
    solution.coordinate =
      Coordinate(latitude: tilt, longitude: heading - 180).map { .known($0) } ?? .missing(.noFix)
    solution.altitude = .known(-2)
    solution.horizontalAccuracy = .known(2.5)
    (solution.speed, solution.speedAccuracy) = (.known(3.5), .known(0.25))
    (solution.course, solution.courseAccuracy) = (
      .known(Heading(degrees: heading)), .known(Angle(degrees: 3))
    )
    solution.navigationSources = [.fixPosition]
    solution.heave = .known(
      Heave(
        displacement: tilt / 50, accuracy: 0.05, speed: 1, delayed: 2, delay: 10,
        delayedAccuracy: 0.02))
  }

  @Test func `values, metadata and notifications in every quadrant, lost and simulated`() {
    var configuration = SignalKConfiguration(to: .lines(.udp(host: "127.0.0.1", port: 1)))
    configuration.rate = 50
    var stream = SignalKStream(configuration)
    var seconds = 1.0
    var seen: Set<String> = []
    for heading in stride(from: 0.0, through: 360, by: 7.5) {
      for tilt in [-89.0, -20, 0, 20, 89] {
        seconds += 1
        let lines = [
          line(&stream, at: seconds) { fill(&$0, heading: heading, tilt: tilt) },
          line(&stream, at: seconds + 0.3) { _ in },
          line(&stream, at: seconds + 0.6) {
            fill(&$0, heading: heading, tilt: tilt)
            $0.isSimulated = true
            $0.altitude = .missing(.noFix)
            $0.trueHeading = .missing(.noFix)
            $0.speed = .known(.infinity)
          },
        ]
        for line in lines {
          #expect(SignalKSpecification.faults(line) == [])
          let text = String(decoding: line, as: UTF8.self)
          for path in SignalKSpecification.paths.keys where text.contains("\"\(path)\"") {
            seen.insert(path)
          }
        }
      }
    }
    // Each rule was used.
    #expect(seen == Set(SignalKSpecification.paths.keys))
  }

  @Test(arguments: [
    "[]", "{}", #"{"updates":{}}"#, #"{"updates":[{}]}"#,
    #"{"updates":[{"values":[{"path":"a"}]}]}"#,
    #"{"updates":[{"values":[{"path":"navigation.headingTrue","value":7}]}]}"#,
    #"{"updates":[{"values":[{"path":"navigation.headingTrue","value":"1"}]}]}"#,
    #"{"updates":[{"values":[{"path":"navigation.headingTrue","value":true}]}]}"#,
    #"{"updates":[{"values":[{"path":"navigation.heading","value":1}]}]}"#,
    #"{"updates":[{"values":[{"path":"navigation.position","value":{"latitude":1}}]}]}"#,
    #"{"updates":[{"values":[{"path":"navigation.gnss.methodQuality","value":"none"}]}]}"#,
    #"{"updates":[{"values":[],"timestamp":"2026-11-27 12:00:00"}]}"#,
    #"{"updates":[{"values":[],"timestamp":"2026-11-27T12:00:00+01:00"}]}"#,
    #"{"updates":[{"values":[],"$source":"a b"}]}"#, #"{"updates":[{"values":[],"time":1}]}"#,
    #"{"updates":[{"meta":[{"path":"navigation.headingTrue","value":{"units":"deg"}}]}]}"#,
    #"{"updates":[{"meta":[{"path":"navigation.headingTrue","value":{"units":"rad","timeout":0}}]}]}"#,
    #"{"updates":[{"meta":[{"path":"navigation.headingTrue","value":{"units":"rad","zones":[{"state":"bad"}]}}]}]}"#,
    #"{"updates":[{"values":[{"path":"notifications.navigation.heading","value":{"state":"alarm"}}]}]}"#,
  ])
  func `the rules refuse what the specification does`(text: String) {
    #expect(!SignalKSpecification.faults(Array(text.utf8)).isEmpty)
  }
}

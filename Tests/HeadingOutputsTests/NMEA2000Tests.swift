import Foundation
import HeadingEngine
import HeadingGeometry
import HeadingNMEA2000
import HeadingNavigation
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import HeadingTesting
import Testing

@testable import HeadingOutputs

/// The messages of solutions; frames against canboat's published definitions.
struct NMEA2000Tests {
  private func solution() -> HeadingSolution {
    var solution = HeadingSolution(time: BootTime(seconds: 1), missing: .starting)
    solution.universalTime = .known(UniversalTime(secondsSince1970: 20_000 * 86_400 + 5))
    solution.magneticHeading = .known(Heading(degrees: 90))
    solution.trueHeading = .known(Heading(degrees: 87))
    solution.declination = .known(Angle(degrees: -3))
    solution.attitude = .known(.identity)
    solution.rotationRate = .known(Vector3(0, 0, -0.1))
    solution.pitch = .known(Angle(degrees: -5))
    solution.roll = .known(Angle(degrees: 10))
    solution.coordinate =
      Coordinate(latitude: -33.85, longitude: 151.25).map { .known($0) } ?? .missing(.starting)
    (solution.speed, solution.course) = (.known(3.5), .known(Heading(degrees: 359.9999)))
    solution.heave = .known(
      Heave(
        displacement: -0.254, accuracy: 0.05, speed: 1, delayed: 2, delay: 10,
        delayedAccuracy: 0.02))
    return solution
  }

  private func data(_ group: NMEA2000Group, _ north: OutputNorth = .magnetic)
    -> String
  {
    group.data(solution(), north: north, sequence: 9).map {
      let text = String($0, radix: 16)
      return text.count < 2 ? "0" + text : text
    }.joined()
  }

  private struct Golden: Decodable {
    struct Frame: Decodable {
      let identifier: UInt32
      let data: String
    }
    let direction: String
    let group: UInt32
    let frames: [Frame]
  }

  @Test func `the frames are those that another program makes by canboat's definitions`() throws {
    let lines = try ReferenceData.text("nmea2000_frames.jsonl").split(separator: "\n")
    let golden = try lines.map { try JSONDecoder().decode(Golden.self, from: Data($0.utf8)) }
      .filter { $0.direction == "out" }
    #expect(golden.count == NMEA2000Group.allCases.count)
    for golden in golden {
      let group = try #require(NMEA2000Group(rawValue: golden.group))
      #expect(data(group) == golden.frames.first?.data, "\(group)")
    }
    #expect(data(.heading, .geographic) == "09503bff7ff4fdfc")
  }

  @Test func `what is lost is not available, what was never known and simulated is not sent`() {
    var stream = NMEA2000Stream(NMEA2000Configuration(interface: "can0"))
    func messages(_ solution: HeadingSolution, _ steer: Steer = .ok) -> [NMEA2000Message] {
      stream.messages(SolutionUpdate(solution: solution, latency: 0, steer: steer))
    }
    let empty = HeadingSolution(time: BootTime(seconds: 1), missing: .starting)
    #expect(messages(empty).isEmpty)
    var known = solution()
    known.time = BootTime(seconds: 2)
    #expect(
      messages(known).map(\.group) == [127_250, 127_251, 127_252, 127_257, 127_258])
    var lost = empty
    lost.time = BootTime(seconds: 3)
    let last = messages(lost)
    #expect(last.first?.data.dropFirst() == [0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0x7F, 0xFD])
    known.time = BootTime(seconds: 3.5)
    #expect(messages(known, .stop).first?.data.dropFirst().prefix(2) == [0xFF, 0xFF])
    known.isSimulated = true
    known.time = BootTime(seconds: 4)
    #expect(messages(known).isEmpty)
  }
}

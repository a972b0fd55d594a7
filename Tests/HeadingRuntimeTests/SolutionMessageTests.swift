import Foundation
import HeadingEngine
import HeadingEstimation
import HeadingGeometry
import HeadingNavigation
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import Testing

/// The update's JSON object, whose names are final.
struct SolutionMessageTests {
  private static let names: Set<String> = [
    "time", "boot_time", "magnetic_heading", "true_heading", "heading_accuracy",
    "heading_accuracy_95", "true_heading_accuracy", "heading_axis", "declination", "pitch", "roll",
    "attitude", "rotation_rate", "field", "field_strength", "inclination", "latitude", "longitude",
    "altitude", "ellipsoidal_altitude", "horizontal_accuracy", "vertical_accuracy", "speed",
    "course", "pressure", "relative_altitude", "climb_rate", "status", "reasons", "simulated",
    "latency", "error_terms", "steer", "coast_left", "velocity", "speed_accuracy",
    "course_accuracy", "heading_source", "sources", "fix_age", "coasting_time",
    "climb_rate_accuracy", "pitch_accuracy", "roll_accuracy", "attitude_covariance",
    "linear_acceleration",
  ]

  private static func solution() -> HeadingSolution {
    var solution = HeadingSolution(time: BootTime(seconds: 12.3456789), missing: .starting)
    solution.universalTime = .known(UniversalTime(secondsSince1970: 1_795_264_503.4))
    solution.status = .valid
    solution.magneticHeading = .known(Heading(degrees: 359.99999))
    solution.trueHeading = .known(Heading(degrees: 12.34567))
    solution.attitude = .known(Quaternion(w: 0.5, x: -0.5, y: 0.5, z: -0.5))
    solution.pitchAccuracy = .known(Angle(degrees: 0.25))
    solution.rollAccuracy = .known(Angle(degrees: 0.5))
    solution.attitudeCovariance = .known(
      Matrix3(rows: Vector3(1e-5, 2e-6, 0), Vector3(2e-6, 3e-5, 0), Vector3(0, 0, 0.0004)))
    solution.linearAcceleration = .known(Vector3(0.12345, -1, 0))
    solution.field = .known(Vector3(20e-6, -1.23456e-6, -40e-6))
    solution.rotationRate = .known(Vector3(.pi, 0, .nan))
    solution.coordinate = Availability(
      Coordinate(latitude: 51.6666666667, longitude: -0.3333), else: .noFix)
    solution.speed = .known(.infinity)
    solution.velocity = .known(Vector3(1.23456, -2, 0.5))
    solution.speedAccuracy = .known(0.12345)
    solution.courseAccuracy = .known(Angle(degrees: 2.5))
    solution.climbRateAccuracy = .known(0.021)
    solution.fixAge = .known(0.3)
    solution.coastingTime = .known(12.34)
    solution.navigationSources = [.fixPosition, .forwardMotionLearnt]
    return solution
  }

  private func object(_ message: SolutionMessage) throws -> [String: Any] {
    let line = Data(message.line)
    return try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
  }

  @Test(arguments: [
    (-62_135_596_800.0, "0001-01-01T00:00:00.000Z"), (0, "1970-01-01T00:00:00.000Z"),
    (951_825_599.9994, "2000-02-29T11:59:59.999Z"), (1_795_264_503.4, "2026-11-21T12:35:03.400Z"),
    (951_868_799.9996, "2000-03-01T00:00:00.000Z"), (253_402_300_799, "9999-12-31T23:59:59.000Z"),
    (253_402_300_800, nil), (-62_167_219_201, nil), (1e14, nil), (-1e300, nil), (.infinity, nil),
    (.nan, nil),
  ])
  func `the time is RFC 3339, and missing for years outside its range`(
    seconds: Double, expected: String?
  ) {
    var solution = Self.solution()
    solution.universalTime = .known(UniversalTime(secondsSince1970: seconds))
    #expect(SolutionMessage(solution, latency: 0).time == expected)
  }

  @Test func `every key is present, missing values are null`() throws {
    let solution = HeadingSolution(time: BootTime(seconds: 1), missing: [.starting, .noFix])
    let object = try object(SolutionMessage(solution, latency: 0))
    #expect(Set(object.keys) == Self.names)
    let given: Set = [
      "boot_time", "heading_axis", "status", "reasons", "simulated", "latency", "sources",
    ]
    for name in Self.names.subtracting(given) {
      #expect(object[name] is NSNull, "\(name)")
    }
    #expect(object["reasons"] as? [String] == ["starting", "no_fix"])
  }

  @Test func `values are rounded and in customary units`() throws {
    let object = try object(
      SolutionMessage(Self.solution(), latency: 0.0012345678))
    #expect(object["time"] as? String == "2026-11-21T12:35:03.400Z")
    #expect(object["boot_time"] as? Double == 12.345679)
    #expect(object["magnetic_heading"] as? Double == 0)
    #expect(object["velocity"] as? [Double] == [1.235, -2, 0.5])
    #expect(object["speed_accuracy"] as? Double == 0.123)
    #expect(object["course_accuracy"] as? Double == 2.5)
    #expect(object["climb_rate_accuracy"] as? Double == 0.021)
    #expect(object["fix_age"] as? Double == 0.3)
    #expect(object["coasting_time"] as? Double == 12.3)
    #expect(object["heading_source"] as? String == "magnetic_field")
    #expect(object["sources"] as? [String] == ["gnss_position", "forward_motion_learnt"])
    #expect(object["true_heading"] as? Double == 12.3457)
    #expect(object["attitude"] as? [Double] == [0.5, -0.5, 0.5, -0.5])
    #expect(object["pitch_accuracy"] as? Double == 0.25)
    #expect(object["roll_accuracy"] as? Double == 0.5)
    #expect(
      object["attitude_covariance"] as? [Double] == [1e-5, 2e-6, 0, 2e-6, 3e-5, 0, 0, 0, 0.0004])
    #expect(object["linear_acceleration"] as? [Double] == [0.1235, -1, 0])
    #expect(object["field"] as? [Double] == [20, -1.235, -40])
    #expect(object["latitude"] as? Double == 51.66666667)
    #expect(object["latency"] as? Double == 0.001235)
    #expect(object["simulated"] as? Bool == false)
  }

  @Test func `the root sum of squares of the error terms is the accuracy`() throws {
    var solution = Self.solution()
    solution.headingErrorTerms.noise = Angle(degrees: 1).radians
    solution.headingErrorTerms.disturbance = Angle(degrees: 2).radians
    solution.headingErrorTerms.localField = Angle(degrees: 2).radians
    solution.headingAccuracy = .known(Angle(degrees: 3))
    solution.declinationAccuracy = .known(Angle(degrees: 4))
    solution.trueHeadingAccuracy = .known(Angle(degrees: 5))
    let object = try object(SolutionMessage(solution, latency: 0))
    let terms = try #require(object["error_terms"] as? [String: Double])
    #expect(
      Set(terms.keys) == [
        "noise", "gyroscope_hold", "calibration", "disturbance", "local_field", "tilt",
        "declination",
      ])
    let squares = terms.mapValues { $0 * $0 }
    let sum = squares.values.reduce(0, +)
    #expect(abs(sum.squareRoot() - 5) < 1e-9)
    #expect(abs((sum - (squares["declination"] ?? 0)).squareRoot() - 3) < 1e-9)
  }

  @Test func `non-finite values are null, and the line stays valid`() throws {
    var solution = Self.solution()
    solution.attitudeCovariance = .known(Matrix3(diagonal: Vector3(1e-5, .nan, 1e-5)))
    let object = try object(SolutionMessage(solution, latency: .nan))
    #expect(object["attitude_covariance"] is NSNull)
    #expect(object["speed"] is NSNull)
  }

  @Test func `a line has every key, time first, and decodes to the same message`()
    throws
  {
    let message = SolutionMessage(Self.solution(), latency: 0.001)
    let line = Data(message.line)
    #expect(line.count(where: { $0 == UInt8(ascii: "\n") }) == 1)
    #expect(line.last == UInt8(ascii: "\n"))
    #expect(line.count < 2000)
    let text = String(decoding: line, as: UTF8.self)
    #expect(text.hasPrefix("{\"time\":"))
    for name in Self.names { #expect(text.contains("\"\(name)\":")) }
    #expect(try MessageCoder().message(SolutionMessage.self, from: line) == message)
  }
}

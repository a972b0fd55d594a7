import HeadingCalibration
import HeadingGeometry
import HeadingRuntime
import HeadingSensing
import HeadingTerminal
import Testing

/// Events that are there at once, as a source.
private struct FinishedSource: SensorSource {
  let name = "events"
  let events: [SensorEvent]

  func run(delivering sink: some SensorSink) async {
    for event in events { sink.deliver(event) }
  }
}

/// Poses at rest: the accelerometer's sides and the mount.
struct PoseGuideTests {

  /// Two seconds of forces at 50 Hz for each pose, one pose after the other.
  private func events(_ poses: [Vector3], shaking: Double = 0) -> [SensorEvent] {
    poses.enumerated().flatMap { index, force in
      (0..<100).map { step -> SensorEvent in
        let time = BootTime(seconds: Double(index * 100 + step) / 50)
        let shake = Vector3(step % 2 == 0 ? shaking : -shaking, 0, 0)
        return .acceleration(VectorSample(time: time, value: force + shake))
      }
    }
  }

  private static let gravity = PhysicalConstants.standardGravity
  private static let bias = Vector3(0.3, -0.2, 0.15)
  private static let scale = Vector3(1.02, 0.98, 1.01)

  /// What an accelerometer with that offset and scale reads on its six sides, in an odd order.
  private static var sides: [Vector3] {
    [
      Vector3(0, 0, 1), Vector3(1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, -1), Vector3(0, 1, 0),
      Vector3(-1, 0, 0),
    ].map { up in up * gravity / scale + bias }
  }

  @Test func `six sides in any order give bias and scale`() async throws {
    // Each pose fills a stretch of 1.5 s and a bit; a mixed stretch counts as motion.
    let poses = Self.sides.flatMap { [$0, $0] }
    let guide = PoseGuide(sources: [FinishedSource(events: events(poses))], limit: 5) { _ in }
    let result = try #require(try await guide.accelerometer().result)
    #expect((result.bias - Self.bias).length < 1e-6)
    #expect((result.scale * Vector3(1, 1, 1) - Self.scale).length < 1e-6)
  }

  @Test func `sides that are missing, moved or between two poses are named`() async throws {
    let between = Vector3(1, 0, 1).direction ?? .zero
    let poses = [Self.sides[0], Self.sides[0], between * Self.gravity, between * Self.gravity]
    let guide = PoseGuide(sources: [FinishedSource(events: events(poses))], limit: 0.5) { _ in }
    let missing = try await guide.accelerometer().missing.map(\.description)
    #expect(missing.count == 5 && !missing.contains("level"))
    let shaken = PoseGuide(
      sources: [FinishedSource(events: events(Self.sides, shaking: 2))], limit: 0.5
    ) { _ in }
    #expect(try await shaken.accelerometer().missing.count == 6)
  }

  @Test(arguments: [(0.0, 0.0, 0.0), (90, 0, 0), (33, 12, -21), (-120, 40, 15)])
  func `level and nose up give the mount at any angle`(yaw: Double, pitch: Double, roll: Double)
    async throws
  {
    let attitude = AttitudeAngles(
      heading: Angle(degrees: yaw), pitch: Angle(degrees: pitch), roll: Angle(degrees: roll)
    ).quaternion
    // Vehicle to device; up in the vehicle with its nose lifted by 30°.
    let level = attitude * (Vector3(0, 0, 1) * Self.gravity)
    let lifted =
      attitude * (Vector3(0, Angle(degrees: 30).sine, Angle(degrees: 30).cosine) * Self.gravity)
    let guide = PoseGuide(
      sources: [FinishedSource(events: events([level, level, lifted, lifted]))], limit: 5
    ) { _ in }
    let mount = try #require(try await guide.mount(checks: false, at: nil).matrix)
    for axis in [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)] {
      #expect((mount * (attitude * axis) - axis).length < 1e-6)
    }
  }

  @Test func `without a second pose there is no mount`() async throws {
    let level = Vector3(0, 0, Self.gravity)
    let guide = PoseGuide(
      sources: [FinishedSource(events: events([level, level, level]))], limit: 0.5
    ) { _ in }
    #expect(try await guide.mount(checks: false, at: nil).matrix == nil)
  }

  /// Six seconds of a gyroscope with an offset, the device at rest or turning about the vertical.
  private func turning(_ rate: Double) -> [SensorEvent] {
    (0..<600).flatMap { step -> [SensorEvent] in
      let time = BootTime(seconds: Double(step) / 100)
      let heading = Angle(radians: rate * Double(step) / 100)
      return [
        .acceleration(VectorSample(time: time, value: Vector3(0, 0, Self.gravity))),
        .magneticField(
          VectorSample(time: time, value: Vector3(-heading.sine, heading.cosine, -1.5) * 25e-6)),
        .angularRate(VectorSample(time: time, value: Vector3(0.01, -0.02, 0.005 - rate))),
      ]
    }
  }

  @Test func `at rest the gyroscope's bias is its mean`() async throws {
    let guide = PoseGuide(sources: [FinishedSource(events: turning(0))], limit: 1) { _ in }
    let offset = try await guide.gyroscope().get()
    #expect((offset.bias - Vector3(0.01, -0.02, 0.005)).length < 1e-12)
  }

  /// 1, 3 and 6 degrees a second: the first two are within what a gyroscope may be off by.
  @Test(arguments: [1.0, 3, 6])
  func `a steady rotation about the vertical is not accepted as rest`(rate: Double) async throws {
    let guide = PoseGuide(
      sources: [FinishedSource(events: turning(Angle(degrees: rate).radians))], limit: 1
    ) { _ in }
    guard case .failure(.motion) = try await guide.gyroscope() else {
      Issue.record("taken for rest")
      return
    }
  }
}

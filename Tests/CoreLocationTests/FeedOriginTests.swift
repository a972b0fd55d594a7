import Foundation
import HeadingLocationServices
import HeadingProtocol
import HeadingTesting
import Testing

@testable import CoreLocation

/// Managers whose program reads a feed of its own, by the Python example.
@MainActor @Suite(.timeLimit(.minutes(5))) struct FeedOriginTests {
  private static let body = SharedData.packageRoot
    .appendingPathComponent("clients/feed/tests/feed_body.py").path

  @Test(arguments: [15.0, 200])
  func `a program without a daemon has its headings from its feed`(_ heading: Double) async throws {
    let folder = try TemporaryFolder()
    let socket = folder.url.path + "/feed"
    let origin = ProgramOrigin(environment: [
      "HEADINGD_FEED_SOCKET": socket, "HEADINGD_SENSORS_GPSD": "none",
    ])
    #expect(!origin.availability.hasHeading && !origin.availability.hasPressure)
    let sender = Process()
    sender.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    sender.arguments = ["60", "python3", Self.body, "\(heading)", "-10", "25", "unix:" + socket]
    try sender.run()
    defer { sender.terminate() }
    let services = LocationServices(
      hub: SensorHub(origin), center: Rig(.always).center, storage: ProgramStorage(nil),
      now: { Date() })
    let found = try #require(await services.settledHeading(after: 2))
    #expect(abs((found - heading).remainder(dividingBy: 360)) < 1, "\(found)")
    #expect(ProgramOrigin(environment: ["HEADINGD_FEED_SOCKET": socket]).availability.hasHeading)
  }

  @Test func `a feed that cannot be opened gives nothing`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.put("file")
    let origin = ProgramOrigin(environment: ["HEADINGD_FEED_SOCKET": path])
    #expect(!origin.availability.hasHeading)
    // Ends at once: there is nothing to wait for.
    await origin.deliver { _ in }
    let wrong = ProgramOrigin(environment: ["HEADINGD_FEED_UDP": "nowhere"])
    await wrong.deliver { _ in }
  }
}

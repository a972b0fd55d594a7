import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// What a person learns of a feed's sender that is wrong.
  struct FeedFaultTests {
    @Test(arguments: [
      ("hello", "'hello' does not begin with {"), (#"{"feed":1,"#, "does not end with }"),
      ("{'feed':1}", "is no valid JSON"), (#"{"magn":[1,2,3]}"#, "without a declaration"),
      (
        FeedConnection.declaration.replacingOccurrences(of: #","range":400"#, with: ""),
        "`sensors[0].range`"
      ),
      (
        FeedConnection.declaration.replacingOccurrences(of: ":50", with: #":"50""#),
        "is not a number"
      ),
      (
        FeedConnection.declaration.replacingOccurrences(of: "rover", with: "ro ver"),
        "no valid device"
      ),
      (
        FeedConnection.declaration.replacingOccurrences(of: "right", with: "rigth"),
        "'rigth' is no direction; the directions are right, left, forward, backward, up, down"
      ),
      (
        FeedConnection.declaration.replacingOccurrences(of: "microtesla", with: "mT"),
        "the unit 'mT', which is"
      ),
      ("{" + String(repeating: "x", count: 5000), "longer than a line's 4096"),
    ])
    func `a fault before the first declaration is told on both sides`(
      line: String, reason: String
    ) async throws {
      let folder = try TemporaryFolder()
      let path = folder.url.path + "/feed"
      let compass = try await FeedConnection.compass(path)
      let sender = try FeedConnection.sender(
        path, "send('''\(line)\n''')\nprint(line.recv(4096).decode(), flush=True)")
      #expect(try await sender.end() == 0, "\(sender.errors)")
      let reply = try #require(Program.object(sender.output), "\(sender.output)")
      #expect((reply["error"] as? String)?.contains(reason) ?? false, "\(reply)")
      _ = try await Program.wait("the notice; \(compass.errors)") {
        compass.errors.contains(reason) ? () : nil
      }
      try await compass.stop()
    }

    @Test func `a declaration without its line end is reported at the end of the connection`()
      async throws
    {
      let folder = try TemporaryFolder()
      let path = folder.url.path + "/feed"
      let compass = try await FeedConnection.compass(path)
      let sender = try FeedConnection.sender(path, "send('''\(FeedConnection.declaration)''')")
      #expect(try await sender.end() == 0)
      _ = try await Program.wait("the notice; \(compass.errors)") {
        compass.errors.contains("a line ends with a line feed") ? () : nil
      }
      try await compass.stop()
    }
  }
}

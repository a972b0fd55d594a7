import Foundation
import Glibc
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// The file of a feed's socket.
  struct FeedSocketTests {
    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `the socket's file goes with the program, whatever signal ends it`(number: Int32)
      async throws
    {
      let folder = try TemporaryFolder()
      for (index, arguments) in [["--json"], ["--once"], ["devices"]].enumerated() {
        let path = folder.url.path + "/feed\(index)"
        let compass = try Program("compass", arguments + ["--feed", "unix:" + path])
        _ = try await Program.wait("socket; \(compass.errors)") {
          FileManager.default.fileExists(atPath: path) ? () : nil
        }
        // A stream ends with success at Ctrl-C, from its first line on.
        if index == 0 { _ = try await compass.update("first") }
        try compass.signalChild(number)
        let status = try await compass.end()
        #expect(arguments == ["--json"] && number == SIGINT ? status == 0 : status == 128 + number)
        #expect(!FileManager.default.fileExists(atPath: path), "\(arguments)")
      }
    }

    @Test func `the daemon's end takes the socket's file with it`() async throws {
      let folder = try TemporaryFolder()
      let path = folder.url.path + "/feed"
      try folder.put(
        "headingd.yaml",
        """
        listen: {socket: \(folder.url.path)/s}
        sensors: {gpsd: none}
        feed: {socket: \(path)}
        """)
      let daemon = try Program("headingd", ["--config", folder.url.path + "/headingd.yaml"])
      _ = try await Program.wait("sockets; \(daemon.errors)") {
        FileManager.default.fileExists(atPath: path)
          && FileManager.default.fileExists(atPath: folder.url.path + "/s") ? () : nil
      }
      try daemon.signalChild(SIGTERM)
      #expect(try await daemon.end() == 0, "\(daemon.errors)")
      #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a folder that does not exist or may not be used is named`() async throws {
      let folder = try TemporaryFolder()
      try folder.put("file", "no folder")
      for (place, reason) in [
        ("none/feed", "its folder \(folder.url.path)/none does not exist; make it"),
        ("file/feed", "\(folder.url.path)/file is no folder"),
      ] {
        let path = folder.url.path + "/" + place
        let run = try await Program.run("compass", ["--feed", "unix:" + path])
        #expect(run.status == 73, "\(run.errors)")
        #expect(run.errors.contains(reason), "\(run.errors)")
      }
    }
  }
}

import Foundation
import Glibc
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// The file of a feed's socket.
  struct FeedSocketTests {
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

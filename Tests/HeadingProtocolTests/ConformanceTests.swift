import Foundation
import HeadingProtocol
import HeadingTesting
import Testing

/// The recorded streams of clients/conformance, as the Swift client decodes their lines.
struct ConformanceTests {
  private static let streams: [URL] = {
    let folder = SharedData.packageRoot.appending(path: "clients/conformance")
    let versions = ["0.1.0", "0.2.0"].map { folder.appending(path: $0) }
    return versions.flatMap {
      (try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)) ?? []
    }.filter { $0.pathExtension == "stream" }
  }()

  @Test func `there are streams of both versions`() {
    #expect(Self.streams.count == 11)
  }

  @Test(arguments: streams)
  func `every line of a stream is of a known class`(stream: URL) throws {
    let coder = MessageCoder()
    for line in try String(contentsOf: stream, encoding: .utf8).split(separator: "\n") {
      let read = try coder.message(ServerLine.self, from: Data(line.utf8))
      if case .other(let kind) = read { Issue.record("\(kind) is not known") }
      // Nothing of the progress is passed over, and an unknown value stays null.
      guard case .calibrationProgress(let progress) = read else { continue }
      let again = String(decoding: try coder.line(progress), as: UTF8.self)
      #expect(again == line + "\n")
    }
  }
}

import Foundation
import HeadingTesting
import Testing

@testable import HeadingRecording

/// The container with chunks and indexes, read by another implementation.
struct MCAPBagTests {
  private static let python = PythonPackage.python(with: "mcap")

  /// Messages of 400 bytes on two of three channels; a chunk takes 1 MiB.
  private func file(_ count: Int) -> [UInt8] {
    var writer = MCAPBagWriter(
      profile: "ros2", library: "test",
      channels: (1...3).map {
        MCAPChannel(
          $0, topic: "/topic\($0)", encoding: "cdr", schemaName: "a/msg/B\($0)",
          schemaEncoding: "ros2msg", schema: "float64 x\n")
      })
    var bytes: [UInt8] = []
    for number in 0..<count {
      let data = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 400)
      writer.add(data, to: number % 3 == 0 ? 2 : 1, at: 1_000_000_000 + UInt64(number))
      if number % 100 == 0 { bytes += writer.take() }
    }
    writer.end()
    return bytes + writer.take()
  }

  @Test(
    .enabled(if: python != nil, "the Python package mcap is not installed"),
    arguments: [0, 1, 9000])
  func `the PyPI package mcap finds every message by the indexes`(count: Int) async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("bag.mcap")
    try Data(file(count)).write(to: url)
    let script = """
      import sys
      from mcap.reader import make_reader
      with open(sys.argv[1], "rb") as stream:
          reader = make_reader(stream, validate_crcs=True)
          summary = reader.get_summary()
          statistics = summary.statistics
          print(statistics.message_count, statistics.chunk_count, len(summary.chunk_indexes),
                len(summary.channels), len(summary.schemas))
          # By the chunks' index, backwards too, and in a range of times that a chunk's end divides.
          for backwards in (False, True):
              times = [m.log_time for _, _, m in reader.iter_messages(reverse=backwards)]
              print(len(times), times == sorted(times, reverse=backwards))
          some = list(reader.iter_messages(topics=["/topic2"], start_time=1000002000, end_time=1000005000))
          print(len(some), all(m.data == bytes([(m.log_time - 1000000000) & 255]) * 400 for _, _, m in some))
      """
    let run = try await ToolRun.run(
      "env", [try #require(Self.python), "-c", script, url.path])
    #expect(run.status == 0, "\(run.errors)")
    // A message takes 431 bytes in its chunk.
    let chunks = (count * 431 + (1 << 20) - 1) / (1 << 20)
    #expect(
      run.text.split(separator: "\n").map(String.init) == [
        "\(count) \(chunks) \(chunks) 3 3", "\(count) True", "\(count) True",
        "\(count > 5000 ? 1000 : 0) True",
      ])
  }

  @Test func `memory holds one chunk`() {
    var writer = MCAPBagWriter(profile: "", library: "", channels: [])
    var largest = 0
    for number in 0..<20_000 {
      writer.add([UInt8](repeating: 0, count: 400), to: 1, at: UInt64(number))
      largest = max(largest, writer.take().count)
    }
    // A chunk with its last message, and 16 bytes of index for each of its 2433 messages.
    #expect(largest > 1 << 20 && largest < (1 << 20) + 50_000)
  }
}

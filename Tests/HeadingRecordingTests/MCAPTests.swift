import Foundation
import HeadingRecording
import HeadingTesting
import Testing

/// The container, complete and truncated, also with another reader.
struct MCAPTests {
  private static let python = PythonPackage.python(with: "mcap")

  private func file(_ count: Int) -> [UInt8] {
    var writer = MCAPWriter(library: "test")
    writer.addChannel(1, topic: "/one")
    writer.addChannel(2, topic: "/two")
    for number in 0..<count {
      writer.add(
        Array("{\"n\":\(number)}".utf8), to: number % 2 == 0 ? 1 : 2,
        at: 1_000_000_000 + UInt64(number))
    }
    writer.end()
    return writer.bytes
  }

  private func messages(_ bytes: [UInt8]) throws(MCAPError) -> (texts: [String], isCut: Bool) {
    var reader = try MCAPReader(bytes)
    var texts: [String] = []
    while let message = try reader.next() {
      texts.append(
        "\(message.topic) \(message.time) " + String(decoding: message.data, as: UTF8.self))
    }
    return (texts, reader.isCut)
  }

  @Test func `messages are read in the order of writing`() throws {
    let (texts, isCut) = try messages(file(5))
    #expect(!isCut)
    #expect(texts.count == 5)
    #expect(texts.last == "/one 1000000004 {\"n\":4}")
  }

  @Test func `a truncated file is readable up to the cut`() throws {
    let whole = file(6)
    let all = try messages(whole).texts
    var counts: [Int] = []
    for length in 8..<whole.count {
      let (texts, _) = try messages(Array(whole[..<length]))
      #expect(texts == Array(all.prefix(texts.count)))
      counts.append(texts.count)
    }
    #expect(counts == counts.sorted())
    #expect(counts.last == 6)
    #expect(try messages(Array(whole[..<(whole.count / 2)])).isCut)
  }

  @Test func `damaged data are refused or read without excess messages`() throws {
    let whole = file(6)
    for position in 8..<whole.count {
      for value: UInt8 in [0, 0xFF, whole[position] ^ 0x80] {
        var damaged = whole
        damaged[position] = value
        _ = try? messages(damaged)
      }
    }
    #expect(throws: MCAPError.notMCAP) { try self.messages(Array("t,mag_x\n".utf8)) }
    #expect(throws: MCAPError.notMCAP) { try self.messages([]) }
  }

  @Test(.enabled(if: python != nil, "the Python package mcap is not installed"))
  func `the PyPI package mcap reads the file`() async throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("test-\(UUID().uuidString).mcap")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(file(5)).write(to: url)
    let script = """
      import sys
      from mcap.reader import make_reader
      with open(sys.argv[1], "rb") as stream:
          for schema, channel, message in make_reader(stream).iter_messages():
              print(channel.topic, channel.message_encoding, schema.encoding, message.sequence,
                    message.log_time, message.data.decode())
      """
    let run = try await ToolRun.run(
      "env", [try #require(Self.python), "-c", script, url.path])
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.text.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines.first == "/one json jsonschema 0 1000000000 {\"n\":0}")
    #expect(lines.last == "/one json jsonschema 2 1000000004 {\"n\":4}")
  }
}

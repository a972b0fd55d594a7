import Glibc
import Testing

@testable import HeadingTerminal

/// The output of `--format ros-yaml`, whose reader acts on each line as it reads it.
@Suite(.timeLimit(.minutes(5))) struct LineOutputTests {
  /// A pipe; the ends are closed with it.
  private final class Pipe: Sendable {
    let reading: CInt
    let writing: CInt

    init() throws {
      var ends: [CInt] = [-1, -1]
      try #require(pipe(&ends) == 0)
      (reading, writing) = (ends[0], ends[1])
    }

    deinit {
      close(reading)
      close(writing)
    }

    /// Everything that is in the pipe, once there is something.
    func read() -> String {
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      let count = Glibc.read(reading, &bytes, bytes.count)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
  }

  @Test func `a reader that is late finds one old line and then the newest`() async throws {
    let pipe = try Pipe()
    let output = LineOutput(isLatestOnly: true, descriptor: pipe.writing)
    let draining = Task { await output.drain() }
    for number in 0..<2000 {
      output.write(Array("line \(number)\n".utf8))
      // So that whoever empties the queue has had many turns.
      await Task.yield()
    }
    #expect(pipe.read() == "line 0\n")
    #expect(pipe.read() == "line 1999\n")
    draining.cancel()
    await draining.value
  }

  @Test func `a reader that keeps pace gets every line`() async throws {
    let pipe = try Pipe()
    let output = LineOutput(isLatestOnly: true, descriptor: pipe.writing)
    for number in 0..<100 {
      output.write(Array("line \(number)\n".utf8))
      #expect(pipe.read() == "line \(number)\n")
    }
  }

  @Test func `other outputs keep what a slow reader has not read`() async throws {
    let pipe = try Pipe()
    let output = LineOutput(descriptor: pipe.writing)
    for number in 0..<100 { output.write(Array("line \(number)\n".utf8)) }
    #expect(pipe.read() == (0..<100).map { "line \($0)\n" }.joined())
  }
}

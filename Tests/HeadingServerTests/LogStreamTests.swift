import Glibc
import Testing

@testable import HeadingServer

struct LogStreamTests {
  @Test(.timeLimit(.minutes(5)))
  func `an unread pipe blocks no writer, and lost lines are counted`() throws {
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let stream = LogStream(ends[1])
    let line = String(repeating: "x", count: 999) + "\n"
    // A pipe of Linux holds 64 kB.
    for _ in 0..<1000 { stream.write(line) }
    var held = [UInt8](repeating: 0, count: 1 << 20)
    let first = read(ends[0], &held, held.count)
    #expect(first > 32_768 && first < 100_000)
    stream.write("at last\n")
    let rest = read(ends[0], &held, held.count)
    let text = String(decoding: held.prefix(max(0, rest)), as: UTF8.self)
    #expect(
      text
        == "warning: \(1000 - first / 1000) lines of the log were lost: nobody read it\nat last\n")
  }
}

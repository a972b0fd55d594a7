import Foundation
import HeadingSystem
import Synchronization
import Testing

struct SystemTests {
  /// CRC-32/ISO-HDLC in the catalogue of parametrised CRC algorithms of Greg Cook.
  @Test func `the checksum has its published check value`() {
    #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(CRC32.of([]) == 0)
  }

  @Test(arguments: [0, -0.0, 1.005, 2.5, -0.5, 1e300, 2.5e-308, 0.1 + 0.2, .nan, -.infinity])
  func `numbers are formatted as by Foundation`(_ value: Double) {
    for format in ["%.0f", "%.2f", "%+.1f", "%05.1f", "%.15g"] {
      #expect(PrintfText.text(format, value) == String(format: format, value))
    }
    #expect(PrintfText.text("%04d ±%.1f°", 7, value) == String(format: "%04d ±%.1f°", 7, value))
  }

  @Test func `a JSON value keeps whole numbers, order of keys and escapes as Foundation does`()
    throws
  {
    let text =
      #"{"z":[1,-9223372036854775808,18446744073709551615,0.1,1e-7],"a_b":{"x":null},"#
      + #""a":"\u0001\"\\/\u2028é","b":[true,false,[],{}]}"#
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let reference = try JSONSerialization.data(
      withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    #expect(try encoder.encode(value) == reference)
    #expect(value.members?["z"]?.items?.count == 5)
  }

  @Test func `a child's output, errors and status are those of the program`() throws {
    let child = try ChildProcess(
      "/bin/sh", ["-c", "cat; echo out; echo err >&2; exit 3"], readsOutput: true,
      readsErrors: true)
    #expect(try child.output?.content() == Data("out\n".utf8))
    #expect(try child.errors?.content() == Data("err\n".utf8))
    #expect(child.wait() == 3)
  }

  @Test func `a child has no descriptor of this program, and signals have their defaults`() throws {
    let file = try OpenFile("/dev/null", O_RDONLY)
    #expect(fcntl(file.descriptor, F_SETFD, 0) == 0)
    let child = try ChildProcess(
      "/bin/sh", ["-c", "ls /proc/self/fd | wc -l; kill -PIPE $$"], readsOutput: true)
    // Standard streams and the folder that `ls` reads.
    #expect(try child.output?.content() == Data("4\n".utf8))
    #expect(child.wait() == 128 + SIGPIPE)
  }

  @Test func `a child that ignores its end is ended by a signal`() throws {
    let child = try ChildProcess("/bin/sleep", ["1000"])
    child.terminate()
    #expect(child.wait() == 128 + SIGTERM)
  }

  @Test func `a missing program, file or folder gives the system's error`() {
    #expect(throws: POSIXError(.ENOENT)) { try ChildProcess("/nowhere/x", []) }
    #expect(throws: POSIXError(.ENOENT)) { try OpenFile("/nowhere/x", O_RDONLY) }
    #expect(throws: POSIXError(.EISDIR)) { try OpenFile("/tmp", O_RDONLY).content() }
    #expect(throws: POSIXError(.ENOSPC)) { try OpenFile("/dev/full", O_WRONLY).write([1]) }
  }

  @Test func `a file is read up to its limit, and a pipe as far as it is filled`() throws {
    let zero = try OpenFile("/dev/zero", O_RDONLY)
    #expect(try zero.content(atMost: 100_000).count == 100_000)
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let (read, write) = (OpenFile(ends[0]), OpenFile(ends[1]))
    try write.write(Array("abc".utf8))
    #expect(try read.read() == ArraySlice("abc".utf8))
  }

  @Test func `a thread runs its body once`() async {
    let count = Mutex(0)
    await withCheckedContinuation { continuation in
      let isStarted = SystemThread.start {
        count.withLock { $0 += 1 }
        continuation.resume()
      }
      #expect(isStarted)
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test func `blanks are added to and removed from the ends of a text`() {
    #expect(" \t a b\0\n".trimming { $0 == "\0" || $0.isWhitespace } == "a b")
    #expect("  ".trimming(while: \.isWhitespace) == "")
    #expect("ab".padding(to: 4) == "ab  ")
    #expect("abc".padding(to: 2) == "abc")
  }

  @Test func `the program's path is an absolute one`() {
    #expect(FileManager.default.isExecutableFile(atPath: ProgramPath.current))
    #expect(ProgramPath.current.hasPrefix("/"))
  }
}

import Foundation
import HeadingProtocol
import HeadingSensing
import Testing

/// Decoding of the lines other than updates.
struct ServerLineTests {
  private func read(_ text: String) throws -> ServerLine {
    try MessageCoder().message(ServerLine.self, from: Data(text.utf8))
  }

  @Test func `lines are decoded by their class`() throws {
    #expect(
      try read(#"{"class":"greeting","protocol":1,"server":"x","capabilities":["rate"],"new":[]}"#)
        == .greeting(Greeting(server: "x", capabilities: [.rate])))
    #expect(try read(#"{"class":"missed","count":7}"#) == .missed(7))
    #expect(try read(#"{"class":"error","reason":"no"}"#) == .error(Refusal("no")))
    #expect(try read(#"{"class":"request","rate":5}"#) == .request(Request(rate: 5)))
    #expect(try read(#"{"class":"later","x":1}"#) == .other("later"))
    let message = SolutionMessage(
      bootTime: 1, headingAxis: "+y", status: .invalid, reasons: ["starting"], simulated: false,
      latency: 0)
    let line = Data(message.line)
    #expect(try MessageCoder().message(ServerLine.self, from: line) == .update(message))
  }

  @Test(arguments: ["", "{}", "[]", "1", "{\"class\":1}", "{\"class\":\"missed\"}", "\u{0}"])
  func `an invalid line is rejected`(text: String) {
    #expect(throws: (any Error).self) { try read(text) }
  }

  @Test(arguments: [(-1.0, false), (0, true), (5, true), (10_000, true), (10_001, false)])
  func `the rate is range-checked`(rate: Double, isGood: Bool) {
    #expect((Request(rate: rate).problem == nil) == isGood)
  }

  @Test func `the bytes of a recording are unchanged by a line`() throws {
    let bytes = (0..<RecordingMessage.maximumBytes).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let line = RecordingMessage(bytes).line
    #expect(line.count < MessageCoder.longestLine)
    guard case .recording(let message) = try read(String(decoding: line, as: UTF8.self)) else {
      Issue.record("another class")
      return
    }
    #expect(message.bytes == Data(bytes))
    guard case .recording(let none) = try read(#"{"class":"recording","mcap":"?"}"#) else {
      Issue.record("another class")
      return
    }
    #expect(none.bytes == nil)
  }

  @Test(arguments: [nil, true, false])
  func `a sample of an older server leaves the simulated flag unknown`(
    _ isSimulated: Bool?
  ) throws {
    let mark = isSimulated.map { #","simulated":\#($0)"# } ?? ""
    let text =
      #"{"class":"sample","sensor":"barometer","boot_time":2.5,"values":[101325]\#(mark)}"#
    guard case .sample(let sample) = try read(text) else {
      Issue.record("another class")
      return
    }
    #expect(sample.simulated == isSimulated)
    guard case .sample(let again) = try read(String(decoding: sample.line, as: UTF8.self)) else {
      Issue.record("another class")
      return
    }
    #expect(again == sample)
  }
}

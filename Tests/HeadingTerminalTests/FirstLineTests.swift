import HeadingProtocol
import Testing

@testable import HeadingTerminal

struct FirstLineTests {
  private func message(at time: Double, hasHeading: Bool) -> SolutionMessage {
    var message = fullMessage()
    message.bootTime = time
    if !hasHeading { (message.magneticHeading, message.trueHeading) = (nil, nil) }
    return message
  }

  /// Which of some updates are shown.
  private func shown(_ updates: [(time: Double, hasHeading: Bool)]) -> [Bool] {
    var first = FirstLine()
    return updates.map { first.shows(message(at: $0.time, hasHeading: $0.hasHeading)) }
  }

  @Test func `lines begin with the first heading, and never stop`() {
    #expect(
      shown([(5, false), (5.1, false), (5.2, true), (5.3, false)]) == [false, false, true, true])
  }

  @Test(arguments: [6.0, 4.9, Double.nan, .infinity])
  func `values missing after a second are shown`(time: Double) {
    #expect(shown([(5, false), (time, false)]) == [false, true])
  }

  @Test func `a value that is missing has no unit`() {
    var message = message(at: 1, hasHeading: true)
    (message.pitch, message.roll, message.fieldStrength) = (nil, nil, nil)
    let line = UpdateLine(style: TerminalStyle(usesColor: false, usesUnicode: true)).text(message)
    #expect(line.contains("pitch -  roll -  field -  altitude"), "\(line)")
  }
}

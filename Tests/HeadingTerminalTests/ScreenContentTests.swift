import HeadingProtocol
import HeadingSensing
import Testing

@testable import HeadingTerminal

/// What the screen shows when the stream falls silent.
struct ScreenBoardTests {
  @Test func `after two seconds without updates no value is shown until the next update`() {
    let board = ScreenContent()
    let start = ContinuousClock.now
    board.post(fullMessage(), at: start)
    #expect(board.current(at: start + .seconds(1.9)).message == fullMessage())
    board.post(SensorNotice(.warning, nil, "headingd ended the stream"))
    let silent = board.current(at: start + .seconds(12.5))
    #expect(silent.notice == "no update for 12 s: headingd ended the stream")
    #expect(silent.message?.status == .invalid)
    #expect(silent.message?.magneticHeading == nil && silent.message?.trueHeading == nil)
    #expect(silent.message?.simulated == true)
    let lines = LiveScreen(style: TerminalStyle(usesColor: false, usesUnicode: true)).lines(
      silent.message, source: "test", notice: silent.notice, width: 80, height: 24)
    #expect(!lines.contains { $0.contains("123.4") })
    #expect(lines.contains { $0.contains("no update for 12 s") })
    board.post(fullMessage(), at: start + .seconds(13))
    let back = board.current(at: start + .seconds(13))
    #expect(back.message == fullMessage() && back.notice == nil)
  }

  @Test func `a stream reported as ended has no values at once`() {
    let board = ScreenContent()
    let start = ContinuousClock.now
    board.post(fullMessage(), at: start)
    board.post(SensorNotice(.warning, nil, "headingd ended the stream"), endsStream: true)
    let lost = board.current(at: start + .milliseconds(1))
    #expect(lost.message?.status == .invalid && lost.message?.trueHeading == nil)
    #expect(lost.notice == "headingd ended the stream")
    #expect(lost.log == ["00:00:00  headingd ended the stream"])
    board.post(SensorNotice(.info, nil, "it is back"))
    board.post(fullMessage(), at: start + .seconds(1))
    #expect(board.current(at: start + .seconds(1)).message == fullMessage())
  }

  @Test func `a warning stays until its own sensor sends an info notice`() {
    let board = ScreenContent()
    board.post(
      SensorNotice(.info, .magnetometer, "magnetometer: lis3mdl, because it is the only one"))
    #expect(board.current().notice == nil)
    board.post(SensorNotice(.error, .magnetometer, "lis3mdl is gone"))
    board.post(SensorNotice(.info, .gnss, "the satellite receiver has a fix"))
    #expect(board.current().notice == "lis3mdl is gone")
    board.post(SensorNotice(.info, .magnetometer, "lis3mdl delivers again"))
    #expect(board.current().notice == nil)
  }
}

import HeadingProtocol
import Testing

@testable import HeadingTerminal

/// Keys of the live screen, and the views that they show.
struct ScreenStateTests {
  private func frame(_ state: ScreenState, _ width: Int, _ height: Int, log: [String] = [])
    -> [String]
  {
    LiveScreen(style: TerminalStyle(usesColor: false, usesUnicode: true)).lines(
      fullMessage(), source: "x", notice: nil, state: state, log: log, width: width, height: height)
  }

  @Test(
    arguments: [
      ([0x1B, 0x5B, 0x43], [Key.right]), ([0x1B, 0x4F, 0x44], [.left]),
      ([0x1B, 0x5B, 0x31, 0x3B, 0x35, 0x41], [.up]), ([0x1B], [.other]),
      ([0x71, 0x1B, 0x5B, 0x42], [.letter("q"), .down]), ([0x1B, 0x5B], [.other]), ([3], [.end]),
      ([0x55], [.letter("u")]), ([], []),
    ] as [([UInt8], [Key])])
  func `bytes are decoded as keys`(bytes: [UInt8], keys: [Key]) {
    #expect(Key.all(of: bytes) == keys)
  }

  @Test func `arrows cycle through the views`() {
    var state = ScreenState()
    for view in ScreenView.allCases {
      #expect(state.view == view)
      #expect(frame(state, 80, 24)[1].contains("[\(view.title)]"))
      #expect(state.press(.right) == .none)
    }
    #expect(state.view == .compass)
    #expect(state.press(.left) == .none && state.view == .log)
  }

  @Test func `letters select north reference, units and actions of the program`() {
    var state = ScreenState()
    var message = fullMessage(heading: 10)
    message.trueHeading = 20
    #expect(state.heading(of: message) == (20, "true"))
    #expect(state.press(.letter("m")) == .none && state.heading(of: message) == (10, "magnetic"))
    #expect(state.press(.letter("t")) == .none && state.heading(of: message) == (20, "true"))
    message.trueHeading = nil
    #expect(state.heading(of: message) == (10, "magnetic"))
    #expect(state.press(.letter("u")) == .none && state.units == .imperial)
    #expect(frame(state, 80, 24).joined().contains(" ft"))
    #expect(state.press(.letter("r")) == .record && state.press(.letter("q")) == .quit)
    #expect(state.press(.letter("?")) == .none)
    #expect(frame(state, 80, 24).joined(separator: "\n").contains("true or magnetic heading"))
    #expect(state.press(.letter("c")) == .none && !state.showsHelp)
    #expect(frame(state, 80, 24).joined().contains("type there: compass calibrate"))
  }

  @Test func `c calibrates sensors that this process reads`() {
    var state = ScreenState()
    state.ownsSensors = true
    #expect(state.press(.letter("c")) == .calibrate && !state.showsCalibration)
  }

  @Test(arguments: [(1, 1), (20, 5), (40, 10), (80, 24), (120, 40), (200, 60)])
  func `every view fits every terminal and contains SIMULATED`(width: Int, height: Int) {
    for view in ScreenView.allCases {
      for showsHelp in [false, true] {
        var state = ScreenState()
        (state.view, state.showsHelp, state.recording) = (view, showsHelp, "heading.mcap")
        let log = (0..<300).map { "a line of the log that is long enough to be broken \($0)" }
        let lines = frame(state, width, height, log: log)
        #expect(lines.count == height && lines.allSatisfy { $0.count <= width })
        if width >= 20 { #expect(lines[0].contains("SIMULATED")) }
      }
    }
  }

  @Test func `the log shows its newest lines`() {
    var state = ScreenState()
    state.view = .log
    let lines = frame(state, 80, 24, log: (0..<100).map { "line \($0)." })
    #expect(lines.joined().contains("line 99.") && !lines.joined().contains("line 9."))
  }
}

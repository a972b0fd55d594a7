import FoundationEssentials
import Testing

@testable import HeadingTerminal

/// What a broker tells of robots.
@Suite(.timeLimit(.minutes(5)))
struct FleetBoardTests {
  private static let start = FleetRobot.Moment(
    seconds: 1000, date: Date(timeIntervalSince1970: 1_800_000_000))

  private static func after(_ seconds: Double) -> FleetRobot.Moment {
    .init(seconds: start.seconds + seconds, date: start.date.addingTimeInterval(seconds))
  }

  private static func payload(_ more: String = "", steer: String = "ok") -> [UInt8] {
    Array(
      (#"{"version":1,"status":"valid","steer":"\#(steer)","age":0.1,"valid_for":2,"#
        + #""time":"2027-01-15T08:00:00.000Z","expires":"2027-01-15T08:00:02.000Z","#
        + #""magnetic_heading":10,"heading_accuracy":3\#(more)}"#).utf8)
  }

  private static func board(isKept: Bool, _ payload: [UInt8] = payload()) -> FleetBoard {
    var board = FleetBoard(prefix: "headingd")
    _ = board.take(topic: "headingd/a/state", payload: payload, isKept: isKept, at: start)
    return board
  }

  @Test func `a state that was just sent ages from its arrival, a kept one from its time`() throws {
    let live = try #require(Self.board(isKept: false).sorted(at: Self.start).first)
    #expect(live.age(at: Self.after(1)) == 1.1)
    #expect(
      live.trouble(at: Self.after(1.9)) == .ok && live.trouble(at: Self.after(2.1)) == .silent)
    #expect(live.heading(at: Self.after(1.9))?.degrees == 10)
    #expect(live.heading(at: Self.after(2.1)) == nil)
    let kept = try #require(Self.board(isKept: true).sorted(at: Self.start).first)
    #expect(kept.age(at: Self.after(1)) == 1 && kept.age(at: Self.after(-5)) == 0)
    #expect(
      kept.trouble(at: Self.after(1.9)) == .ok && kept.trouble(at: Self.after(2.1)) == .silent)
  }

  @Test func `a kept state without a time is old`() throws {
    let payload = Array(#"{"version":1,"status":"valid","steer":"ok","valid_for":2}"#.utf8)
    let robot = try #require(Self.board(isKept: true, payload).sorted(at: Self.start).first)
    #expect(robot.age(at: Self.start) == nil && robot.trouble(at: Self.start) == .silent)
  }

  @Test func `a robot that never had a heading says why, and is missed once it is silent`() throws {
    let payload = Array(
      #"{"version":1,"status":"invalid","steer":"stop","valid_for":0,"reasons":["late"]}"#.utf8)
    let robot = try #require(Self.board(isKept: false, payload).sorted(at: Self.start).first)
    #expect(robot.trouble(at: Self.after(1)) == .stop)
    #expect(robot.trouble(at: Self.after(60)) == .silent)
  }

  @Test func `availability goes before the state`() throws {
    var board = Self.board(isKept: false)
    for (text, trouble) in [("offline", FleetTrouble.offline), ("online", .ok)] {
      let robot = board.take(
        topic: "headingd/a/availability", payload: Array(text.utf8), isKept: false, at: Self.start)
      #expect(robot?.trouble(at: Self.start) == trouble)
    }
    _ = board.take(topic: "headingd/a/state", payload: [], isKept: false, at: Self.start)
    #expect(board.count == 0)
  }

  @Test func `the prefix may have levels, and other topics are no robots`() {
    var board = FleetBoard(prefix: "fleet/boats")
    for topic in [
      "fleet/a/state", "fleet/boats/state", "fleet/boats//state", "fleet/boatsa/x/state",
    ] {
      #expect(
        board.take(topic: topic, payload: Self.payload(), isKept: false, at: Self.start) == nil)
    }
    let robot = board.take(
      topic: "fleet/boats/a/state", payload: Self.payload(), isKept: false, at: Self.start)
    #expect(robot?.name == "a" && board.count == 1)
  }

  @Test func `a state in CBOR is one too, and what is none is not`() throws {
    func text(_ text: String) -> [UInt8] { [0x60 | UInt8(text.utf8.count)] + Array(text.utf8) }
    // version 1, status, steer, reasons, valid_for as a half, heading as a single precision number.
    let content: [UInt8] =
      text("version") + [1] + text("status") + text("valid") + text("steer") + text("ok")
      + text("reasons") + [0x81] + text("late") + text("valid_for") + [0xF9, 0x40, 0x00]
      + text("magnetic_heading") + [0xFA, 0x43, 0x87, 0x40, 0x00] + text("time") + [0xF6]
    let state = try #require(FleetState([0xA7] + content, isCompact: true))
    #expect(state.magneticHeading == 270.5 && state.validFor == 2 && state.time == nil)
    #expect(state.reasons == ["late"] && state.status == "valid" && !state.isSimulated)
    var board = FleetBoard(prefix: "p")
    let robot = board.take(
      topic: "p/a/state/cbor", payload: [0xA7] + content, isKept: false, at: Self.start)
    #expect(robot?.heading(at: Self.start)?.degrees == 270.5)
    let whole = [0xA7] + content
    for count in 0..<whole.count {
      #expect(FleetState(Array(whole.prefix(count)), isCompact: true) == nil)
    }
    let deep = [UInt8](repeating: 0x81, count: 60_000)
    for wrong in [
      whole + [0], deep, [0xBB] + [UInt8](repeating: 0xFF, count: 8), [0x7B], [0xBF, 0xFF],
    ] {
      #expect(FleetState(wrong, isCompact: true) == nil)
    }
  }

  @Test func `robots are bounded`() {
    var board = FleetBoard(prefix: "p")
    let payload = Self.payload()
    for number in 0..<FleetBoard.limit + 10 {
      _ = board.take(
        topic: "p/r\(number)/availability", payload: Array("online".utf8), isKept: true,
        at: Self.start)
    }
    #expect(board.count == FleetBoard.limit && board.ignored == 10)
    let known = board.take(topic: "p/r5/state", payload: payload, isKept: false, at: Self.start)
    #expect(known?.trouble(at: Self.start) == .ok)
    #expect(board.sorted(at: Self.start).last?.name == "r5")
  }

  @Test func `the screen has the worst robots on top, and scrolls`() {
    var board = FleetBoard(prefix: "p")
    for number in 0..<50 {
      let payload = Self.payload(steer: number == 31 ? "stop" : "ok")
      _ = board.take(
        topic: "p/r\(number + 10)/state", payload: payload, isKept: false, at: Self.start)
    }
    let screen = FleetScreen(
      style: TerminalStyle(usesColor: false, usesUnicode: true), source: "broker")
    let content = FleetScreen.Content(board: board, now: Self.start, notice: nil)
    let lines = screen.lines(content, from: 0, width: 100, height: 24)
    #expect(lines.count == 24 && lines[1] == "50 robots: 1 stop, 49 ok")
    #expect(lines[3].hasPrefix("r41 ") && lines[4].hasPrefix("r10 "))
    #expect(screen.lines(content, from: 30, width: 100, height: 24)[22].hasPrefix("r59 "))
    for (width, height) in [(1, 1), (5, 3), (300, 2)] {
      #expect(screen.lines(content, from: 0, width: width, height: height).count == height)
    }
  }
}

import Foundation
import Testing

extension CommandLineSuite {
  /// The live readout on a terminal.
  struct FullScreenTests {
    private static let enter = "\u{1B}[?1049h"
    private static let leave = "\u{1B}[?25h\u{1B}[?1049l"

    /// Starts the readout and waits for a heading on the screen.
    private static func start(_ terminal: PseudoTerminal) async throws -> Program {
      #expect(terminal.isAsShellsLeaveIt)
      let program = try Program("compass", ["--simulate"], terminal: terminal)
      try await Program.wait("heading on the screen; \(program.errors)") {
        terminal.shown.contains("µT") ? () : nil
      }
      #expect(terminal.shown.contains(enter))
      #expect(!terminal.isAsShellsLeaveIt)
      return program
    }

    @Test(arguments: [UInt8(ascii: "q"), 3, 4])
    func `q, Ctrl-C and Ctrl-D restore the terminal`(key: UInt8) async throws {
      let terminal = try PseudoTerminal()
      let program = try await Self.start(terminal)
      defer { program.signal(SIGTERM) }
      terminal.press(key)
      let status = try await program.end()
      #expect(status == 0)
      try await Program.wait("the shell's screen") {
        terminal.shown.hasSuffix(Self.leave) ? () : nil
      }
      #expect(terminal.isAsShellsLeaveIt)
      #expect(program.errors.isEmpty, "\(program.errors)")
    }

    @Test(
      arguments: [[], ["accelerometer"], ["gyroscope"], ["mount"], ["heading", "45"]],
      [UInt8(ascii: "q"), 3])
    func `q or Ctrl-C ends a calibration with success and reports that the old one is unchanged`(
      words: [String], key: UInt8
    ) async throws {
      let terminal = try PseudoTerminal()
      let program = try Program(
        "compass", ["calibrate"] + words + ["--simulate", "--gpsd", "none"], terminal: terminal)
      defer { program.signal(SIGTERM) }
      try await Program.wait("the screen; \(program.errors)") {
        terminal.shown.contains("SIMULATED") && terminal.shown.contains("q or Esc") ? () : nil
      }
      terminal.press(key)
      #expect(try await program.end() == 0)
      #expect(terminal.isAsShellsLeaveIt)
      #expect(program.errors.contains("compass: left, nothing is changed."), "\(program.errors)")
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
    func `a signal restores the terminal`(number: Int32) async throws {
      let terminal = try PseudoTerminal()
      let program = try await Self.start(terminal)
      defer { program.signal(SIGTERM) }
      try program.signalChild(number)
      _ = try await program.end()
      try await Program.wait("the shell's screen") {
        terminal.shown.hasSuffix(Self.leave) ? () : nil
      }
      #expect(terminal.isAsShellsLeaveIt)
    }

    @Test func `Ctrl-Z restores the terminal, and the screen returns on continuation`() async throws
    {
      let terminal = try PseudoTerminal()
      let program = try await Self.start(terminal)
      defer { program.signal(SIGTERM) }
      // Nobody could stop a program without a shell, so it goes on at once.
      terminal.press(26)
      try await Program.wait("the shell's screen and then ours again") {
        let parts = terminal.shown.components(separatedBy: Self.leave)
        return parts.count == 2 && parts[1].contains(Self.enter) && parts[1].contains("µT")
          ? () : nil
      }
      #expect(!terminal.isAsShellsLeaveIt)
      terminal.press(UInt8(ascii: "q"))
      #expect(try await program.end() == 0)
      #expect(terminal.isAsShellsLeaveIt)
    }

    @Test func `keys change the view`() async throws {
      let terminal = try PseudoTerminal()
      let program = try await Self.start(terminal)
      defer { program.signal(SIGTERM) }
      terminal.press([0x1B, 0x5B, 0x43])
      try await Program.wait("the attitude") {
        terminal.shown.contains("[attitude]") ? () : nil
      }
      terminal.press(UInt8(ascii: "?"))
      try await Program.wait("the keys") {
        terminal.shown.contains("true or magnetic heading on the rose") ? () : nil
      }
      terminal.press(UInt8(ascii: "q"))
      #expect(try await program.end() == 0)
    }

    @Test func `c calibrates the sensors that are shown and returns`() async throws {
      let terminal = try PseudoTerminal()
      let program = try await Self.start(terminal)
      defer { program.signal(SIGTERM) }
      terminal.press(UInt8(ascii: "c"))
      try await Program.wait("the guided calibration; \(program.errors)") {
        terminal.shown.contains("compass calibrate magnetometer") ? () : nil
      }
      terminal.press(UInt8(ascii: "q"))
      try await Program.wait("the compass again; \(program.errors)") {
        let parts = terminal.shown.components(separatedBy: Self.leave)
        return parts.count == 3 && parts[2].contains("[compass]") ? () : nil
      }
      terminal.press(UInt8(ascii: "q"))
      #expect(try await program.end() == 0)
      #expect(terminal.isAsShellsLeaveIt)
    }

    @Test func `a terminal without a screen gets lines`() async throws {
      let terminal = try PseudoTerminal("dumb")
      let program = try Program("compass", ["--simulate", "--rate", "20"], terminal: terminal)
      defer { program.signal(SIGTERM) }
      try await Program.wait("three lines; \(program.errors)") {
        terminal.shown.split(separator: "\r\n").count > 3 ? () : nil
      }
      #expect(!terminal.shown.contains("\u{1B}"))
    }

    @Test func `frames fit a terminal that is made smaller`() async throws {
      let terminal = try PseudoTerminal(columns: 100, rows: 30)
      let program = try await Self.start(terminal)
      defer { program.signal(SIGTERM) }
      terminal.resize(columns: 40, rows: 10)
      // A frame begins at home; its rows end with what clears the rest of them.
      let frame = try await Program.wait("a frame of ten rows") { () -> [Substring]? in
        let frames = terminal.shown.components(separatedBy: "\u{1B}[H")
        guard frames.count > 2 else { return nil }
        let rows = frames[frames.count - 2].split(
          separator: "\r\n", omittingEmptySubsequences: false)
        return rows.count == 10 ? rows : nil
      }
      #expect(frame.first?.contains("SIMULATED") == true)
      let control = /\u{1B}\[[0-9;?]*[A-Za-z]/
      for row in frame { #expect(row.replacing(control, with: "").count <= 40) }
      terminal.press(UInt8(ascii: "q"))
      #expect(try await program.end() == 0)
    }
  }
}

import FoundationEssentials
import Synchronization

/// Full screen with the robots of a fleet, the worst first.
package struct FleetScreen: Sendable {
  /// What the screen shows.
  package struct Content: Sendable {
    /// The robots.
    package var board: FleetBoard
    /// The present.
    package var now: FleetRobot.Moment
    /// What else there is to say, such as that there is no connection.
    package var notice: String?

    /// Creates content.
    package init(board: FleetBoard, now: FleetRobot.Moment, notice: String?) {
      (self.board, self.now, self.notice) = (board, now, notice)
    }
  }

  private let style: TerminalStyle
  private let source: String

  /// Frames a second: a hundred thousand robots are sorted for each.
  private static let rate = 2.0

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - style: The terminal's capabilities.
  ///   - source: The broker's name.
  package init(style: TerminalStyle, source: String) { (self.style, self.source) = (style, source) }

  /// Shows the fleet until a key ends it.
  ///
  /// - Parameter content: The content of a frame.
  package func run(_ content: @escaping @Sendable () -> Content) async {
    let first = Mutex(0)
    let shared = Shared(first: first)
    _ = await FullScreen.run(rate: Self.rate, interrupted: true) { width, height in
      let content = content()
      let limit = max(0, content.board.count - max(1, height - 4))
      let start = shared.first.withLock { first in
        first = max(0, min(first, limit))
        return first
      }
      return lines(content, from: start, width: width, height: height)
    } keys: { keys in
      for await bytes in keys {
        for key in Key.all(of: bytes) {
          let page = max(1, TerminalSession.size.height - 5)
          switch key {
          case .letter("q"), .end: return true
          case .up: shared.first.withLock { $0 -= 1 }
          case .down: shared.first.withLock { $0 += 1 }
          case .left: shared.first.withLock { $0 -= page }
          case .right, .letter(" "): shared.first.withLock { $0 += page }
          default: break
          }
        }
      }
      return nil
    } work: {
      nil
    }
  }

  /// The first robot's place in the list.
  private final class Shared: Sendable {
    let first: Mutex<Int>

    init(first: consuming sending Mutex<Int>) { self.first = first }
  }

  /// The lines of a frame.
  func lines(_ content: Content, from first: Int, width: Int, height: Int) -> [String] {
    var canvas = TextCanvas(width: width, height: height)
    let table = FleetTable(style: style)
    let (board, now) = (content.board, content.now)
    canvas.write("compass fleet", column: 0, row: 0, ink: .bold)
    canvas.write(source, column: 15, row: 0, ink: .dim)
    canvas.write(table.summary(board, at: now), column: 0, row: 1)
    canvas.write(table.header, column: 0, row: 2, ink: .dim)
    let rows = max(0, height - 4)
    for (index, robot) in board.sorted(at: now).dropFirst(first).prefix(rows).enumerated() {
      let ink: TextCanvas.Ink =
        switch robot.trouble(at: now) {
        case .offline, .silent, .unreadable, .stop: .red
        case .coast, .degraded, .waiting: .yellow
        case .ok: .plain
        }
      canvas.write(table.line(robot, at: now), column: 0, row: 3 + index, ink: ink)
    }
    let arrows = style.usesUnicode ? "↑↓ robots   ←→ pages" : "arrows: robots and pages"
    let hint = content.notice ?? "q quit   \(arrows)"
    canvas.write(hint, column: 0, row: height - 1, ink: content.notice == nil ? .dim : .cyan)
    return canvas.lines(usesColor: style.usesColor)
  }
}

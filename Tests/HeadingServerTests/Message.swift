import HeadingEngine
import HeadingProtocol
import HeadingRuntime
import HeadingSensing

/// Messages for tests, told apart by their time.
enum Message {
  static func at(_ seconds: Double) -> SolutionMessage {
    var solution = HeadingSolution(time: BootTime(seconds: seconds), missing: .starting)
    solution.isSimulated = true
    return SolutionMessage(solution, latency: 0)
  }
}

import HeadingEngine
import HeadingProtocol
import HeadingSensing

/// Messages for tests, told apart by their time.
enum Message {
  static func at(_ seconds: Double) -> SolutionMessage {
    SolutionMessage(
      HeadingSolution(time: BootTime(seconds: seconds), missing: .starting), simulated: true,
      latency: 0)
  }
}

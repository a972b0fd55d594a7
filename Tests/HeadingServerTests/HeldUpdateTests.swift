import HeadingProtocol
import NIOCore
import Testing

@testable import HeadingServer

/// How late an update is counts up to where it leaves.
struct HeldUpdateTests {
  private func message(latency: Double) -> SolutionMessage {
    var message = Message.at(1)
    (message.latency, message.steer, message.reasons) = (latency, "ok", [])
    return message
  }

  @Test(arguments: [(0.01, 100, "ok"), (0.01, 300, "stop"), (0.2, 51, "stop"), (0.2, 49, "ok")])
  func `an update that waited too long is marked late and unfit for steering`(
    latency: Double, milliseconds: Int64, steer: String
  ) {
    let start = NIODeadline.now()
    let held = HeldUpdate(message(latency: latency), deadline: 0.25, since: start)
    let left = held.leaving(at: start + .milliseconds(milliseconds))
    let waited = steer == "stop" ? Double(milliseconds) / 1000 : 0
    #expect(abs(left.latency - latency - waited) < 1e-9)
    #expect(left.steer == steer)
    #expect(left.reasons == (steer == "stop" ? ["late"] : []))
  }
}

import HeadingProtocol
import Testing

@testable import HeadingTerminal

/// Faults in a stream that nobody looks at.
struct FaultWatchTests {
  private static func message(_ time: Double, _ reasons: [String]) -> SolutionMessage {
    var message = fullMessage()
    message.bootTime = time
    message.reasons = reasons
    return message
  }

  @Test func `a fault is told when it begins and not again while it lasts`() {
    var watch = FaultWatch()
    #expect(watch.news(in: Self.message(0, ["gnss_missing", "uncalibrated"])).isEmpty)
    let faults = ["gnss_missing", "sensor_stuck", "magnetometer_stuck"]
    #expect(
      watch.news(in: Self.message(1, faults)) == ["the magnetometer repeats one value on an axis"])
    for tenth in 11..<1000 {
      #expect(watch.news(in: Self.message(Double(tenth) / 10, faults)).isEmpty)
    }
    #expect(watch.news(in: Self.message(100, faults + ["invalid_samples"])).count == 1)
  }

  @Test func `a fault that comes and goes is told once, one that was gone for long again`() {
    var watch = FaultWatch()
    let told = (0..<100).count { second in
      !watch.news(in: Self.message(Double(second), second % 2 == 0 ? ["invalid_samples"] : []))
        .isEmpty
    }
    #expect(told == 1)
    #expect(!watch.news(in: Self.message(200, ["invalid_samples"])).isEmpty)
  }
}

import HeadingSensing
import Testing

@testable import HeadingReplay

/// Time stamps of a clock with steps, and wrong stamps.
struct RecordingTimelineTests {
  private func times(
    _ stamps: [Double], isContinuous: Bool = false
  ) -> (times: [BootTime], setBacks: Int) {
    var timeline = RecordingTimeline()
    let stamps = stamps.map { BootTime(seconds: $0) }
    var times: [BootTime] = []
    for (index, stamp) in stamps.enumerated() {
      times.append(
        timeline.time(
          of: stamp, before: index + 1 < stamps.count ? stamps[index + 1] : nil,
          isContinuous: isContinuous))
    }
    return (times, timeline.setBackCount)
  }

  @Test func `a regular recording keeps its stamps, including pauses and disorder`() {
    let stamps = [0, 0.01, 0.02, 5, 5.01, 65, 64.99, 65.01, 65.02]
    let result = times(stamps)
    #expect(result.times == stamps.map { BootTime(seconds: $0) })
    #expect(result.setBacks == 0)
  }

  @Test(arguments: [true, false])
  func `after a clock step back the timeline continues, with a pause if sensors differ`(
    isContinuous: Bool
  ) {
    let before = (0..<500).map { Double($0) * 0.02 }
    let result = times(before + before, isContinuous: isContinuous)
    #expect(result.setBacks == 1)
    let expected =
      before + before.map { before[before.count - 1] + (isContinuous ? 0.02 : 10) + $0 }
    for (time, wanted) in zip(result.times, expected) {
      #expect(abs(time.seconds - wanted) < 1e-6)
    }
  }

  @Test func `a step back by less than a second is one if the sensors continue`() {
    let before = (0..<500).map { Double($0) * 0.02 }
    let after = before.map { 9.98 - 0.5 + $0 }
    let result = times(before + after, isContinuous: true)
    #expect(result.setBacks == 1)
    for (time, wanted) in zip(result.times, before + before.map { 10 + $0 }) {
      #expect(abs(time.seconds - wanted) < 1e-6)
    }
    // Rows of another sensor that came late keep their stamps.
    let disorder = times(before + after, isContinuous: false)
    #expect(disorder.setBacks == 0)
    #expect(disorder.times == (before + after).map { BootTime(seconds: $0) })
  }

  @Test(arguments: [-100.0, 100])
  func `a single wrong stamp is ignored`(error: Double) {
    var stamps = (0..<100).map { Double($0) * 0.01 }
    stamps[50] += error
    let result = times(stamps)
    #expect(result.setBacks == 0)
    stamps.remove(at: 50)
    var others = result.times
    let wrong = others.remove(at: 50)
    #expect(others == stamps.map { BootTime(seconds: $0) })
    #expect(wrong <= others[49])
  }
}

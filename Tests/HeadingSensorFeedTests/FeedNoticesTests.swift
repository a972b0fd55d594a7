import HeadingSensing
import Testing

@testable import HeadingSensorFeed

struct FeedNoticesTests {
  private func notice(_ text: String) -> SensorNotice { SensorNotice(.info, nil, text) }

  private func take(_ notices: inout FeedNotices, at seconds: Double) -> [String] {
    notices.take(at: BootTime(seconds: seconds)).map(\.message)
  }

  @Test func `notices wait in order, and the newest are kept`() {
    var notices = FeedNotices()
    for index in 0..<100 { notices.add(notice("\(index)")) }
    #expect(take(&notices, at: 50) == (68..<100).map { "\($0)" })
    #expect(take(&notices, at: 100).isEmpty)
  }

  @Test func `a sender that comes and goes is reported rarely, and its last state always`() {
    var notices = FeedNotices()
    var said: [String] = []
    // Every second, for a minute; in the end it is there.
    for second in 0...60 {
      notices.add(notice(second % 2 == 0 ? "there" : "gone"))
      said += take(&notices, at: Double(second))
    }
    #expect(said.count <= 14, "\(said)")
    for second in 61...80 { said += take(&notices, at: Double(second)) }
    #expect(said.last == "there")
    #expect(said.count(where: { $0 == "gone" }) >= 2)
  }

  @Test func `different notices in a moment are limited too`() {
    var notices = FeedNotices()
    var count = 0
    for index in 0..<10_000 {
      notices.add(notice("\(index)"))
      count += take(&notices, at: Double(index) / 1000).count
    }
    #expect(count <= FeedNotices.most)
  }
}

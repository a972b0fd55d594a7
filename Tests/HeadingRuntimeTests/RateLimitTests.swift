import HeadingRuntime
import Testing

/// Decimation of a stream.
struct RateLimitTests {
  @Test(arguments: [(100.0, 10.0, 10), (100, 30, 30), (50, 100, 50), (104, 20, 20), (100, 0, 100)])
  func `the limit is met although it does not divide the stream's rate`(
    stream: Double, rate: Double, expected: Int
  ) {
    var limit = RateLimit()
    limit.rate = rate
    let admitted = (0..<Int(stream) * 10).count { limit.admits(1000 + Double($0) / stream) }
    #expect(abs(admitted - expected * 10) <= 1)
  }

  @Test func `the limit is met although updates arrive in pairs`() {
    var limit = RateLimit(rate: 100)
    let admitted = (0..<1190).count { limit.admits(Double($0 / 2) * 2 / 119) }
    #expect(abs(admitted - 1000) <= 2)
  }

  @Test func `gaps and backward clock steps do not stop a limited stream`() {
    var limit = RateLimit()
    limit.rate = 1
    let admitted = [100, 100.5, 200, 200.5, 5, 5.5, 6].map { limit.admits($0) }
    #expect(admitted == [true, false, true, false, true, false, true])
  }
}

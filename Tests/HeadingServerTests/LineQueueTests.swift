import Testing

@testable import HeadingServer

struct LineQueueTests {
  private final class Line: Sendable {}

  @Test func `a reader that is always behind uses memory only for queued lines`() {
    var queue = LineQueue<Line>(limit: 1024)
    for _ in 0..<200 { _ = queue.put(Line()) }
    for _ in 0..<100_000 {
      let line = Line()
      weak let seen = line
      let (isPut, taken) = (queue.put(line), queue.take())
      #expect(isPut && taken != nil && seen != nil)
      #expect(queue.places <= 402)
    }
  }

  @Test func `the memory of a taken line is freed at once`() {
    var queue = LineQueue<Line>(limit: 1024)
    var lines = (0..<10).map { _ in Line() }
    for line in lines { _ = queue.put(line) }
    weak let first = lines.first
    lines = []
    _ = queue.take()
    #expect(first == nil)
  }
}

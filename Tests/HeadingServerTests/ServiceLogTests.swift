import Logging
import Synchronization
import Testing

@testable import HeadingServer

/// What the log writes, and what it leaves out.
struct ServiceLogTests {
  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  @Test(arguments: [
    (Logger.Level.error, "<3>"), (.warning, "<4>"), (.notice, "<5>"), (.info, "<6>"),
    (.critical, "<2>"),
  ])
  func `under the journal a line begins with its level`(level: Logger.Level, prefix: String) {
    let lines = Lines()
    let log = ServiceLog(isJournal: true) { lines.add($0) }
    let logger = Logger(label: "test") { log.handler($0) }
    logger.log(level: level, "one\ntwo", metadata: ["b": "2", "a": "1"])
    #expect(lines.all == ["\(prefix)one two a=1 b=2\n"])
  }

  @Test func `the level holds for all loggers at once`() {
    let lines = Lines()
    let log = ServiceLog(isJournal: false) { lines.add($0) }
    let logger = Logger(label: "test") { log.handler($0) }
    logger.debug("unheard")
    log.level = .debug
    logger.debug("heard")
    log.level = .error
    logger.warning("unheard")
    #expect(lines.all == ["debug: heard\n"])
  }

  @Test func `a flood of log lines is thinned and counted, and a quiet log is complete again`() {
    var limit = LogRateLimit()
    let written = (0..<1000).compactMap { limit.admits(at: Double($0) * 0.001) }
    #expect((100...105).contains(written.count))
    let last = limit.admits(at: 2) ?? 0
    #expect(written.count + written.reduce(0, +) + last == 1000)
    #expect(limit.admits(at: 3) == 0)
    let later = (0..<100).compactMap { _ in limit.admits(at: 100) }
    #expect(later.count == 100)
  }
}

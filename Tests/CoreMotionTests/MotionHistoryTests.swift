import Foundation
import HeadingActivity
import HeadingTesting
import Testing

@testable import CoreMotion

/// The history's file: torn, foreign, too large, and written by a wrong clock.
@Suite(.timeLimit(.minutes(5))) struct MotionHistoryTests {
  private let now = 1_790_000_000.0

  private func row(_ start: Double, steps: Int, writer: UInt32 = 1) -> String {
    var values = PedestrianValues()
    (values.start, values.end, values.steps) = (start, start + 60, steps)
    (values.distance, values.ascended, values.descended) = (50.5, 1, nil)
    values.activeTime = 42.25
    return MotionRecords.line(.init(writer: writer, values: values)) ?? ""
  }

  private func records(_ history: MotionHistory) async -> MotionRecords {
    await withCheckedContinuation { continuation in
      history.read { continuation.resume(returning: $0) }
    }
  }

  @Test func `what is written is read`() throws {
    let line = row(now - 100, steps: 77, writer: 0xFFFF_FFFF)
    let records = MotionRecords(line, now: now)
    let values = try #require(records.rows.first?.values)
    #expect(records.rows.first?.writer == 0xFFFF_FFFF)
    #expect(values.start == now - 100 && values.end == now - 40 && values.steps == 77)
    #expect(values.distance == 50.5 && values.ascended == 1 && values.descended == nil)
    #expect(values.activeTime == 42.25)
    let activity = MotionRecords.Activity(
      writer: 3, start: now - 50,
      estimate: .init(activity: [.automotive, .stationary], confidence: .high))
    let entry = try #require(MotionRecords.line(activity))
    #expect(MotionRecords(entry, now: now).activities == [activity])
  }

  @Test func `every prefix of a file is read without what is torn`() {
    let text = [row(now - 300, steps: 10), row(now - 240, steps: 20), row(now - 180, steps: 30)]
      .joined(separator: "\n")
    for length in 0...text.utf8.count {
      let part = String(decoding: text.utf8.prefix(length), as: UTF8.self)
      let steps = MotionRecords(part, now: now).rows.map(\.values.steps)
      #expect([[], [10], [10, 20], [10, 20, 30]].contains(steps))
    }
  }

  @Test(arguments: [
    "", "m", "m 1", "m 1 2 3 4 5 6 7 8 ;", "m x 1789999900 60 1 - - - 1 ;",
    "m 1 1789999900 1e300 1 - - - 1 ;", "m 1 1789999900 60 -5 - - - 1 ;",
    "m 1 1789999900 60 1e9 - - - 1 ;", "m 1 1789999900 nan 1 - - - 1 ;",
    "m 1 1789999900 60 5 1e99 - - 1 ;", "m 1 1789999900 60 5 - nan - 1 ;",
    "m 1 nan 60 5 - - - 1 ;", "m 1 1789999900 60 5 - - - 1", "a 1 1789999900 300 1 ;",
    "a 1 1789999900 2 9 ;", "a 1 inf 2 1 ;", "\u{0}\u{FFFD}m 1 ;", "m 1 1790000100 60 5 - - - 1 ;",
    "m 1 1700000000 60 5 - - - 1 ;", "m 1 1789000000 60 5 - - - 1 ;",
  ])
  func `other lines, the future and the distant past are ignored`(line: String) {
    let records = MotionRecords(line, now: now)
    #expect(records.rows.isEmpty && records.activities.isEmpty)
  }

  @Test func `a time with an end that is no number is none`() {
    let nan = Date(timeIntervalSince1970: .nan)
    let now = Date(timeIntervalSince1970: now)
    #expect(MotionRecords.interval(from: nan, to: now) == nil)
    #expect(MotionRecords.interval(from: now, to: nan) == nil)
    #expect(MotionRecords.interval(from: now, to: .distantPast) == nil)
    #expect(MotionRecords.interval(from: .distantPast, to: now) != nil)
  }

  @Test func `of two programs in one minute the one with more steps counts`() throws {
    let text = [
      row(now - 600, steps: 100, writer: 1), row(now - 580, steps: 90, writer: 2),
      row(now - 300, steps: 50, writer: 2),
    ].joined(separator: "\n")
    let records = MotionRecords(text, now: now)
    let values = try #require(
      records.values(in: now - 1000...now))
    // 1 789 999 400 and …420 are in two minutes of the clock.
    #expect(values.steps == 150 || values.steps == 240)
    #expect(values.start == now - 600 && values.end == now - 240)
  }

  @Test func `a file that is too large is shortened, and its end is read`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.put("motion-history")
    let line = row(now - 86_400, steps: 5)
    let old = row(now - 8 * 86_400, steps: 9)
    let count = MotionHistory.limit / (line.utf8.count + 1)
    try Data(
      (Array(repeating: old, count: count) + Array(repeating: line, count: count / 2)
        + [row(now - 60, steps: 1)]).joined(separator: "\n").utf8
    ).write(to: URL(fileURLWithPath: path))
    let history = MotionHistory(URL(fileURLWithPath: path)) { [now] in now }
    #expect(await records(history).rows.last?.values.steps == 1)
    history.compact()
    let found = await records(history)
    #expect(found.rows.last?.values.steps == 1)
    #expect(found.rows.allSatisfy { $0.values.steps != 9 })
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(try #require(attributes[.size] as? Int) <= MotionHistory.limit / 2)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a torn last line does not spoil the next one`() async throws {
    let folder = try TemporaryFolder()
    let torn = String(row(now - 600, steps: 10).dropLast(6))
    let path = try folder.put("motion-history", torn)
    let history = MotionHistory(URL(fileURLWithPath: path)) { [now] in now }
    history.append([row(now - 300, steps: 20)])
    #expect(await records(history).rows.map(\.values.steps) == [20])
  }

  @Test func `a pipe, a folder and no file at all are an empty history`() async throws {
    let folder = try TemporaryFolder()
    let pipe = folder.url.appendingPathComponent("pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    for file in [pipe, folder.url, folder.url.appendingPathComponent("none"), nil] {
      let history = MotionHistory(file) { [now] in now }
      history.append([row(now - 300, steps: 20)])
      history.compact()
      let found = await records(history).rows.count
      #expect(found == (file?.lastPathComponent == "none" ? 1 : 0))
    }
  }
}

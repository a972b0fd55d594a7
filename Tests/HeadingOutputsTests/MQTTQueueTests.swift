import Foundation
import HeadingTesting
import Logging
import Testing

@testable import HeadingOutputs

/// The queue of events for a broker.
@Suite(.timeLimit(.minutes(2)))
struct MQTTQueueTests {
  private func maker(_ text: String) -> MQTTEvent.Maker {
    { _, sequence in Array("{\"n\":\(sequence),\"t\":\"\(text)\"}".utf8) }
  }

  private func dropped(
    _ stream: String, _ sequence: UInt64, _ lost: ClosedRange<UInt64>
  ) -> [UInt8] { Array("\(lost.lowerBound)-\(lost.upperBound)".utf8) }

  private func numbers(_ queue: EventFolder, _ most: Int = 1000) throws -> [UInt64] {
    try queue.read(atMost: most, dropped: dropped).map(\.sequence)
  }

  @Test func `numbers have no gap and continue after a restart, as does the stream`() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.path + "/a/b"
    var stream = ""
    do {
      let queue = try EventFolder(path, limit: 100_000)
      stream = queue.stream
      try queue.append([maker("a"), maker("b")])
      try queue.append([maker("c")])
      #expect(try numbers(queue) == [1, 2, 3])
      #expect(try numbers(queue) == [])
      queue.acknowledge(1, at: 0)
      queue.acknowledge(2, at: 10)
    }
    let queue = try EventFolder(path, limit: 100_000)
    #expect(queue.stream == stream && stream.count == 16)
    try queue.append([maker("d")])
    #expect(try numbers(queue) == [3, 4])
    queue.rewind()
    #expect(try numbers(queue) == [3, 4])
  }

  @Test func `a number of an acknowledged event is not given again`() throws {
    let folder = try TemporaryFolder()
    for expected in UInt64(1)...20 {
      let queue = try EventFolder(folder.url.path, limit: 4096)
      try queue.append([maker(String(repeating: "x", count: 900))])
      #expect(try numbers(queue) == [expected])
      queue.acknowledge(expected, at: .infinity)
      try queue.note()
    }
  }

  @Test(arguments: [1, 5, 20]) func `an event that was cut off is forgotten`(missing: Int) throws {
    let folder = try TemporaryFolder()
    try EventFolder(folder.url.path, limit: 100_000).append([maker("a"), maker("b")])
    let file = folder.url.appendingPathComponent(EventSegment.name(1))
    let content = try Data(contentsOf: file)
    try content.dropLast(missing).write(to: file)
    let queue = try EventFolder(folder.url.path, limit: 100_000)
    try queue.append([maker("c")])
    let events = try queue.read(atMost: 10, dropped: dropped)
    #expect(events.map(\.sequence) == [1, 2])
    #expect(String(decoding: events[1].payload, as: UTF8.self) == "{\"n\":2,\"t\":\"c\"}")
  }

  @Test func `a damaged event is told as lost, and its number is not given again`() throws {
    let folder = try TemporaryFolder()
    try EventFolder(folder.url.path, limit: 100_000).append([maker("a"), maker("b"), maker("c")])
    let file = folder.url.appendingPathComponent(EventSegment.name(1))
    var content = try Data(contentsOf: file)
    let index = try #require(content.firstRange(of: Data("\"b\"".utf8))?.lowerBound)
    content[index + 1] = UInt8(ascii: "x")
    try content.write(to: file)
    let queue = try EventFolder(folder.url.path, limit: 100_000)
    var read = try queue.read(atMost: 10, dropped: dropped)
    read += try queue.read(atMost: 10, dropped: dropped)
    #expect(read.map(\.sequence) == [1, 4, 3])
    #expect(read[1].payload == Array("2-2".utf8))
  }

  @Test func `a full queue drops the oldest, says which, and stays within its limit`() throws {
    let folder = try TemporaryFolder()
    let queue = try EventFolder(folder.url.path, limit: 40_000)
    for _ in 1...200 { try queue.append([maker(String(repeating: "x", count: 970))]) }
    let size = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      .compactMap {
        try FileManager.default.attributesOfItem(atPath: folder.url.path + "/" + $0)[.size] as? Int
      }.reduce(0, +)
    #expect(size < 46_000)
    // Every number is of an event that is read, or of one that is told as lost; none is both.
    var (events, lost) = (Set<UInt64>(), Set<UInt64>())
    while case let read = try queue.read(atMost: 20, dropped: dropped), !read.isEmpty {
      for event in read {
        #expect(events.insert(event.sequence).inserted)
        let ends = String(decoding: event.payload, as: UTF8.self).split(separator: "-")
        guard ends.count == 2, let from = UInt64(ends[0]), let to = UInt64(ends[1]) else {
          continue
        }
        for number in from...to { #expect(lost.insert(number).inserted) }
      }
    }
    #expect(events.isDisjoint(with: lost) && events.contains(201))
    #expect(lost.count > 150 && lost.contains(1))
    #expect(events.union(lost) == Set(1...UInt64(events.count + lost.count)))
  }

  @Test func `a second queue in the folder is refused, with what to do`() throws {
    let folder = try TemporaryFolder()
    let queue = try EventFolder(folder.url.path, limit: 4096)
    let error = #expect(throws: EventFolder.Failure.self) {
      try EventFolder(folder.url.path, limit: 4096)
    }
    #expect(error?.description.contains("queue_folder") == true)
    withExtendedLifetime(queue) {}
  }

  @Test func `without a usable folder events wait in memory, in a stream of their own`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.put("file")
    var queue = EventQueue(folder: file + "/below", limit: 10_000) { _, _ in }
    queue.append((1...100).map { maker("\($0)" + String(repeating: "x", count: 500)) }, at: 0)
    let first = queue.read(atMost: 20, at: 0, dropped: dropped)
    #expect(first.map(\.sequence) == [101])
    let rest = queue.read(atMost: 200, at: 0, dropped: dropped)
    #expect(rest.last?.sequence == 100 && rest.count < 20)
    for event in first + rest { queue.acknowledge(event, at: 0) }
    queue.rewind()
    #expect(queue.read(atMost: 20, at: 0, dropped: dropped).isEmpty)
  }

  @Test
  func `what was acknowledged last is noted within a second or two, also when nothing follows`()
    throws
  {
    let folder = try TemporaryFolder()
    var queue = EventQueue(folder: folder.url.path, limit: 10_000) { _, _ in }
    queue.append((1...30).map { maker("\($0)") }, at: 100)
    for event in queue.read(atMost: 30, at: 100, dropped: dropped) {
      queue.acknowledge(event, at: 100)
    }
    queue.open(101.5)
    // As after kill -9.
    let file = folder.url.appendingPathComponent("acknowledged")
    #expect(try String(contentsOf: file, encoding: .utf8) == "30\n")
  }

  @Test func `settled numbers are found in any order`() {
    var settled = SettledSequences(upTo: 3)
    settled.insert(5)
    #expect(settled.all == 3 && settled.contains(5) && !settled.contains(4))
    settled.insert(7...9)
    settled.insert(4)
    #expect(settled.all == 5)
    settled.insert(6)
    #expect(settled.all == 9 && !settled.contains(10))
  }
}

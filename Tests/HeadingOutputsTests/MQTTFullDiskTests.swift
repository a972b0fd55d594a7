import Foundation
import Glibc
import HeadingSensing
import HeadingTesting
import Testing

@testable import HeadingOutputs

/// The queue of events on a disk that is full for some time; a file system of its own needs root.
@Suite(.timeLimit(.minutes(2)), .enabled(if: geteuid() == 0, "only root may mount"))
struct MQTTFullDiskTests {
  /// What a queue said.
  private final class Reports {
    var notices: [String] = []
    var trouble: String?
  }

  /// Runs a function on a thread that alone sees a file system of 64 kB in a folder.
  private static func onSmallDisk(
    _ run: @escaping @Sendable (_ folder: String) throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            try mount(on: folder.url.path)
            try run(folder.url.path)
          })
      }
    }
  }

  private static func mount(on folder: String) throws {
    typealias Unshare = @convention(c) (CInt) -> CInt
    typealias Mount =
      @convention(c) (
        UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, CUnsignedLong,
        UnsafePointer<CChar>?
      ) -> CInt
    let unshare = unsafeBitCast(try #require(dlsym(nil, "unshare")), to: Unshare.self)
    let mount = unsafeBitCast(try #require(dlsym(nil, "mount")), to: Mount.self)
    let (newNamespace, privateTree) = (CInt(0x20000), CUnsignedLong(0x44000))
    guard unshare(newNamespace) == 0, mount(nil, "/", nil, privateTree, nil) == 0,
      mount("small", folder, "tmpfs", 0, "size=64k") == 0
    else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  private static func makers(_ count: Int) -> [MQTTEvent.Maker] {
    (0..<count).map { _ in
      { stream, sequence in
        Array("\(stream) \(sequence) \(String(repeating: "x", count: 300))".utf8)
      }
    }
  }

  private static func read(_ queue: inout EventQueue, at now: Double) -> [MQTTEvent] {
    var events: [MQTTEvent] = []
    while case let some = queue.read(atMost: 20, at: now, dropped: { _, _, _ in [] }),
      !some.isEmpty
    {
      events += some
    }
    return events
  }

  /// The numbers of the events of a stream.
  private static func numbers(_ events: [MQTTEvent], _ stream: String) -> [UInt64] {
    events.filter { $0.stream == stream }.map(\.sequence)
  }

  @Test func `a full disk loses no event, is told once, and is used again`() async throws {
    try await Self.onSmallDisk { folder in
      let reports = Reports()
      var queue = EventQueue(folder: folder + "/queue", limit: 10_000_000) {
        reports.notices.append($0.message)
        reports.trouble = $1
      }
      let filler = folder + "/filler"
      queue.append(Self.makers(10), at: 0)
      let stream = try #require(Self.read(&queue, at: 0).first?.stream)
      #expect(reports.notices.isEmpty)
      // Somebody else fills the disk.
      #expect(FileManager.default.createFile(atPath: filler, contents: nil))
      let file = try #require(FileHandle(forWritingAtPath: filler))
      while (try? file.write(contentsOf: Data(count: 1024))) != nil {}
      // One after another, for ten minutes.
      for second in 1...600 {
        queue.open(Double(second))
        if second % 3 == 0 { queue.append(Self.makers(1), at: Double(second)) }
      }
      #expect(reports.notices.count == 1)
      let text = try #require(reports.notices.first)
      #expect(text.contains("the disk is full") && text.contains("make room"))
      #expect(reports.trouble == text)
      // What was on the disk and what was not are there, also for another connection.
      queue.rewind()
      let events = Self.read(&queue, at: 600)
      #expect(events.count == 210)
      let kept = Self.numbers(events, stream)
      #expect(kept == Array(1...UInt64(kept.count)) && kept.count >= 10)
      // The broker has half of them; that is known after a restart, in spite of the disk.
      for event in events.prefix(5) { queue.acknowledge(event, at: 700) }
      queue.close()
      queue = EventQueue(folder: folder + "/queue", limit: 10_000_000) {
        reports.notices.append($0.message)
        reports.trouble = $1
      }
      queue.append(Self.makers(1), at: 800)
      #expect(reports.notices.count == 2)
      let later = Self.read(&queue, at: 800)
      #expect(Self.numbers(later, stream) == Array(6...UInt64(kept.count)))
      #expect(later.count == kept.count - 5 + 1)
      // There is room again.
      try FileManager.default.removeItem(atPath: filler)
      try file.close()
      queue.open(811)
      #expect(reports.trouble == nil && reports.notices.last?.contains("again") == true)
      queue.append(Self.makers(3), at: 812)
      let newest = Self.read(&queue, at: 812)
      #expect(Self.numbers(newest, stream) == (1...3).map { UInt64(kept.count) + $0 })
      #expect(reports.notices.count == 3)
    }
  }

  @Test func `a disk that the queue itself has filled is used again once all is sent`() async throws
  {
    try await Self.onSmallDisk { folder in
      let reports = Reports()
      var queue = EventQueue(folder: folder, limit: 10_000_000) {
        reports.notices.append($0.message)
        reports.trouble = $1
      }
      for second in 1...400 { queue.append(Self.makers(1), at: Double(second)) }
      #expect(reports.trouble?.contains("the disk is full") == true)
      let events = Self.read(&queue, at: 400)
      #expect(Set(events).count == 400)
      for event in events { queue.acknowledge(event, at: 401) }
      queue.open(420)
      #expect(reports.trouble == nil)
      queue.append(Self.makers(20), at: 421)
      let stream = try #require(events.first?.stream)
      let kept = Self.numbers(events, stream)
      #expect(kept == Array(1...UInt64(kept.count)) && kept.count > 50)
      let newest = Self.read(&queue, at: 421)
      #expect(Self.numbers(newest, stream) == (1...20).map { UInt64(kept.count) + $0 })
      // Numbers go on after a restart.
      queue.close()
      let again = try EventFolder(folder, limit: 10_000_000)
      try again.append(Self.makers(1))
      let read = try again.read(atMost: 100) { _, _, _ in [] }
      #expect(read.map(\.sequence) == (1...21).map { UInt64(kept.count) + $0 })
      #expect(again.stream == stream)
    }
  }
}

import Foundation
import Glibc
import HeadingSensing
import HeadingTesting
import Synchronization
import Testing

@testable import HeadingSensorFeed

/// Open endpoints, with senders that the test plays.
struct FeedReceiverTests {
  private final class Sink: SensorSink {
    let events = Mutex<[SensorEvent]>([])
    let notices = Mutex<[String]>([])

    func deliver(_ event: SensorEvent) { events.withLock { $0.append(event) } }
    func notice(_ notice: SensorNotice) { notices.withLock { $0.append(notice.message) } }
  }

  private static func declaration(_ device: String) -> String {
    """
    {"feed":1,"device":"\(device)","sensors":[{"name":"magn","quantity":"magnetic_field",\
    "unit":"microtesla","axes":"x=right,y=forward,z=up","range":400,"rate":50}]}

    """
  }

  /// Waits for a condition, at most half a minute.
  private func wait(_ what: String, _ holds: () -> Bool) async throws {
    let start = ContinuousClock.now
    while !holds() {
      try #require(start.duration(to: .now) < .seconds(30), "\(what)")
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  private func connect(_ path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
    return descriptor
  }

  private func send(_ text: String, _ descriptor: Int32) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  @Test func `what happened before a sink was attached is reported to it`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.path + "/feed"
    let receiver = try FeedReceiver.of(FeedSettings(endpoints: [.socket(path: path)], group: nil))
    let sender = try connect(path)
    send(Self.declaration("rover"), sender)
    try await wait("declaration") { receiver.magnetometer?.name == "rover-magn" }
    close(sender)
    try await wait("end") { receiver.senders.isEmpty }
    let sink = Sink()
    let token = receiver.attach(sink)
    try await wait("notices") { sink.notices.withLock { $0.count } == 2 }
    #expect(
      sink.notices.withLock { $0 } == [
        "rover on unix:\(path) delivers magn (magnetic_field)",
        "rover on unix:\(path) is gone, because it closed its side: no magn (magnetic_field)",
      ])
    let isAbsent = sink.events.withLock { events in
      events.contains { event in
        if case .status(let status) = event {
          return status.sensor == .magnetometer && status.state == .absent
        }
        return false
      }
    }
    #expect(isAbsent)
    #expect(receiver.problems.last?.contains("is gone") ?? false)
    // The end of a sink that was replaced does not end the new one.
    let second = Sink()
    _ = receiver.attach(second)
    receiver.detach(token)
    let other = try connect(path)
    send(Self.declaration("other"), other)
    try await wait("other") { second.notices.withLock { $0.contains { $0.hasPrefix("other") } } }
    close(other)
  }

  @Test func `a socket's path that another program has taken since is left alone`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.path + "/feed"
    var receiver: FeedReceiver? = try FeedReceiver.of(
      FeedSettings(endpoints: [.socket(path: path)], group: nil))
    #expect(receiver?.senders.isEmpty ?? false)
    #expect(FileManager.default.fileExists(atPath: path))
    try FileManager.default.removeItem(atPath: path)
    try folder.put("feed", "another's")
    receiver = nil
    // The loop ends within its turn; the socket of the next receiver goes with it, this file stays.
    var next: FeedReceiver? = try FeedReceiver.of(
      FeedSettings(endpoints: [.socket(path: path + "2")], group: nil))
    #expect(next?.senders.isEmpty ?? false)
    next = nil
    try await wait("end") { !FileManager.default.fileExists(atPath: path + "2") }
    #expect(FileManager.default.fileExists(atPath: path))
  }
}

public import Foundation
import HeadingEngine
import HeadingProtocol
import HeadingRecording
public import HeadingSensing
import Synchronization

/// Writes what a service takes and makes into an MCAP file: events, updates, notices.
///
/// Everything is gathered in memory, at most 4 MB, and written by ``flush()``, which belongs on a thread
/// that may wait for a disk.
public final class RecordingFile: Sendable {
  private enum Channel: UInt16, CaseIterable {
    case events = 1
    case updates = 2
    case notices = 3

    var topic: String {
      switch self {
      case .events: EventReplay.eventTopic
      case .updates: "/heading"
      case .notices: "/notices"
      }
    }
  }

  private struct State {
    var writer: MCAPWriter
    var lost = 0
  }

  private static let capacity = 1 << 22

  /// Where it is.
  public let url: URL

  private let state: Mutex<State>
  private let handle: FileHandle
  private let coder = EventCoder()
  private let epoch: UInt64

  /// Begins a file; one that is there is replaced.
  ///
  /// - Throws: The system's reason.
  public init(_ url: URL) throws {
    self.url = url
    try Data().write(to: url)
    handle = try FileHandle(forWritingTo: url)
    var writer = MCAPWriter(library: "headingd")
    for channel in Channel.allCases { writer.addChannel(channel.rawValue, topic: channel.topic) }
    state = Mutex(State(writer: writer))
    // Log times are UTC, so that tools show a date; what counts is in the events themselves.
    let now = Date().timeIntervalSince1970
    let boot = ProcessInfo.processInfo.systemUptime
    epoch = UInt64(max(0, (now - boot) * 1e9))
  }

  /// Takes an event.
  public func add(_ event: SensorEvent) {
    guard let data = try? coder.data(event) else { return }
    add(data, .events, event.time)
  }

  /// Takes an update.
  public func add(_ update: SolutionUpdate) {
    let line = SolutionMessage(update).line
    add(line.dropLast(), .updates, update.solution.time)
  }

  /// Takes a notice of a moment.
  public func add(_ notice: SensorNotice, at time: BootTime) {
    guard let line = try? MessageCoder().line(NoticeMessage(notice)) else { return }
    add(line.dropLast(), .notices, time)
  }

  private func add(_ data: some Sequence<UInt8>, _ channel: Channel, _ time: BootTime) {
    let stamp = epoch &+ UInt64(max(0, time.nanoseconds))
    state.withLock { state in
      guard state.writer.bytes.count < Self.capacity else {
        state.lost += 1
        return
      }
      state.writer.add(data, to: channel.rawValue, at: stamp)
    }
  }

  /// Writes what was gathered.
  ///
  /// - Returns: Messages that were lost since the last call, because writing took too long.
  /// - Throws: The system's reason.
  @discardableResult
  public func flush() throws -> Int {
    let (bytes, lost) = state.withLock { state in
      defer { state.lost = 0 }
      return (state.writer.take(), state.lost)
    }
    if !bytes.isEmpty { try handle.write(contentsOf: Data(bytes)) }
    return lost
  }

  /// Writes the end and closes the file; nothing can be added any more.
  ///
  /// - Throws: The system's reason.
  public func close() throws {
    state.withLock { $0.writer.end() }
    try flush()
    try handle.close()
  }

  /// Bytes written so far.
  public var size: UInt64 { (try? handle.offset()) ?? 0 }
}

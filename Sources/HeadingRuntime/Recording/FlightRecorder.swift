import Dispatch
public import HeadingRecording
import HeadingSensing
public import HeadingStorage
import Synchronization

/// Records what the service takes and makes, always, into files that replace one another.
///
/// It never holds up the service: messages wait in memory, and a thread of its own writes them four times
/// a second. When the disk is full its oldest files give way; when that is not enough it stops,
/// says so, and goes on once there is room. A file that is cut anywhere is whole up to the cut.
public final class FlightRecorder: Sendable {
  /// What a file holds of the updates at most, a second; the events make them all again.
  private static let updateRate = 10.0

  /// Between two writings.
  private static let interval = Duration.milliseconds(250)

  private let service: HeadingService
  private let buffer = RecordingBuffer(updateRate: updateRate)
  private let disk: Mutex<RecorderDisk>
  private let tokens: [UInt64]
  private let queue = DispatchQueue(label: "headingd.recorder", qos: .utility)

  /// Makes a recorder and begins to gather; ``run()`` writes.
  ///
  /// - Parameters:
  ///   - configuration: Where, and how much.
  ///   - folder: Its folder.
  ///   - service: What is recorded.
  public init(_ configuration: RecorderConfiguration, folder: String, service: HeadingService) {
    self.service = service
    disk = Mutex(RecorderDisk(RecordingFolder(path: folder), configuration))
    // Heard from the first event on: what configures the engine is one.
    tokens = buffer.follow(service)
    step(isLast: false)
  }

  /// Takes what is read from now on and how.
  public func add(_ setup: RecordingSetup) { buffer.add(setup) }

  /// Records until the task is cancelled.
  public func run() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: Self.interval)
      await stepOnQueue(isLast: false)
    }
    for token in tokens { service.unsubscribe(token) }
    await stepOnQueue(isLast: true)
  }

  private func stepOnQueue(isLast: Bool) async {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        step(isLast: isLast)
        continuation.resume()
      }
    }
  }

  private func step(isLast: Bool) {
    let context = service.context
    let (report, notice) = disk.withLock { $0.step(buffer, context: context, isLast: isLast) }
    service.note(report)
    if let notice { service.notice(notice) }
  }
}

import Dispatch
public import HeadingRecording
import HeadingSensing
public import HeadingStorage
import Synchronization

/// Records the service's events and updates continuously in a ring of files.
///
/// It never blocks the service: messages wait in memory, and its own thread writes them four times
/// a second. On a full disk it removes its oldest files; if that is not enough, it stops with a
/// notice and resumes once there is space. A file truncated anywhere is readable up to the cut.
public final class FlightRecorder: Sendable {
  /// Maximum recorded updates per second; a replay of the events makes all of them.
  private static let updateRate = 10.0

  /// Period of the writes.
  private static let interval = Duration.milliseconds(250)

  private let service: HeadingService
  private let buffer = RecordingBuffer(updateRate: updateRate)
  private let disk: Mutex<RecorderDisk>
  private let tokens: [UInt64]
  private let queue = DispatchQueue(label: "headingd.recorder", qos: .utility)

  /// Creates a recorder that buffers at once; ``run()`` writes.
  ///
  /// - Parameters:
  ///   - configuration: Sizes of the files and of the ring.
  ///   - folder: Folder of the ring.
  ///   - service: The recorded service.
  public init(_ configuration: RecorderConfiguration, folder: String, service: HeadingService) {
    self.service = service
    disk = Mutex(RecorderDisk(RecordingFolder(path: folder), configuration))
    // Subscribed before the first event, because that event configures the engine.
    tokens = buffer.follow(service)
    step(isLast: false)
  }

  /// Records the sensor setup from now on.
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

public import HeadingEngine
public import HeadingRecording
import HeadingSensing

/// Replays the updates of recordings as they were live, latency and `steer` included.
///
/// Exact under the conditions of ``EventReplay``: a recording that began with the service, and the
/// files that continue it. Without publication times in the recording the updates have no latency.
public struct RecordedUpdates: ~Copyable {
  /// Whether the last update repeats the one before it.
  public private(set) var isRepetition = false

  private var replay: EventReplay
  private var builder = UpdateBuilder()
  private var activity = SensorActivity()

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - bytes: An MCAP file.
  ///   - engine: The engine with the models to use.
  /// - Throws: `MCAPError` if the bytes are no MCAP file.
  public init(_ bytes: [UInt8], engine: consuming HeadingEngine) throws(MCAPError) {
    // Assigned to the property here, the compiler of Swift 6.2.3 stops at the path of the error.
    self.init(try EventReplay(bytes, engine: engine))
  }

  private init(_ replay: consuming EventReplay) { self.replay = replay }

  /// Continues with another file; a file that does not continue the last one starts a new replay.
  ///
  /// - Throws: `MCAPError` if the bytes are no MCAP file.
  public mutating func open(_ bytes: [UInt8]) throws(MCAPError) {
    try replay.open(bytes)
    guard !replay.isContinuing else { return }
    builder = UpdateBuilder()
    activity = SensorActivity()
  }

  /// Number of events replayed so far.
  public var eventCount: Int { replay.eventCount }

  /// The recorded sensor setup; `nil` before it was read.
  public var setup: RecordingSetup? { replay.setup }

  /// Whether the recording began in mid-run; the engine's state at that time is not recorded.
  public var startsMidRun: Bool { replay.startsMidRun }

  /// Whether the file was truncated.
  public var isCut: Bool { replay.isCut }

  /// The next update; `nil` at the end of the file.
  ///
  /// - Throws: `MCAPError` if the file is damaged or none so far had events.
  public mutating func next() throws(MCAPError) -> SolutionUpdate? {
    while let step = try replay.nextStep() {
      switch step {
      case .event(let event, let solution, let published):
        activity.note(event)
        guard let solution else { continue }
        isRepetition = false
        return builder.update(
          of: solution, newestSample: activity.newestMotion, at: published)
      case .repetition(let time):
        guard let update = builder.repetition(at: time) else { continue }
        isRepetition = true
        return update
      case .promise(let data):
        if let promise = RecordedContract(data) { builder.contract = promise.contract }
      }
    }
    return nil
  }
}

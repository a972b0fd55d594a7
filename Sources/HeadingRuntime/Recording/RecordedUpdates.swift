public import HeadingEngine
public import HeadingRecording
import HeadingSensing

/// The updates of recordings, made again as they were live: solution, lateness, `steer` and all.
///
/// That holds where ``EventReplay`` holds: for a recording that began with the service, and for the files
/// that follow it one by one. Recordings that do not tell when updates went out give updates that are not late.
public struct RecordedUpdates: ~Copyable {
  /// Whether the last update was the one before it again.
  public private(set) var isRepetition = false

  private var replay: EventReplay
  private var maker = UpdateMaker()
  private var activity = SensorActivity()

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - bytes: An MCAP file.
  ///   - engine: The engine with the models to use.
  /// - Throws: `MCAPError` if the bytes are no MCAP file.
  public init(_ bytes: [UInt8], engine: consuming HeadingEngine) throws(MCAPError) {
    replay = try EventReplay(bytes, engine: engine)
  }

  /// Goes on with another file; where it does not follow the last one, all begins anew.
  ///
  /// - Throws: `MCAPError` if the bytes are no MCAP file.
  public mutating func open(_ bytes: [UInt8]) throws(MCAPError) {
    try replay.open(bytes)
    guard !replay.isContinuing else { return }
    maker = UpdateMaker()
    activity = SensorActivity()
  }

  /// Events that were replayed so far.
  public var eventCount: Int { replay.eventCount }

  /// What was read and how, as the recording says; `nil` before it was met.
  public var setup: RecordingSetup? { replay.setup }

  /// Whether what was replayed so far began while the service ran already: what it knew then is not recorded.
  public var beganInTheMiddle: Bool { replay.beganInTheMiddle }

  /// Whether the file was cut off before its end.
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
        return maker.update(
          of: solution, newestSample: activity.newestMotion, at: published)
      case .repetition(let time):
        guard let update = maker.repetition(at: time) else { continue }
        isRepetition = true
        return update
      case .promise(let data):
        if let promise = RecordedContract(data) { maker.contract = promise.contract }
      }
    }
    return nil
  }
}

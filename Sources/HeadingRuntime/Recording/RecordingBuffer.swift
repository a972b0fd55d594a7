import FoundationEssentials
import HeadingClock
import HeadingEngine
import HeadingProtocol
import HeadingRecording
import HeadingSensing
import Synchronization

/// Buffer of complete messages to be written to a recording, at most 4 MB.
///
/// Producers never wait for a disk; messages that do not fit are counted as lost.
final class RecordingBuffer: Sendable {
  private struct State {
    /// `nil` between two files that are not contiguous.
    var writer: MCAPWriter?
    var lost: UInt64 = 0
    var epoch: Int64 = 0
    var setup: RecordingSetup?
    var updates: RateLimit
  }

  private static let capacity = 1 << 22

  private let state: Mutex<State>
  private let coder = EventCoder()
  private let clock: any MachineClock

  /// Creates a buffer.
  ///
  /// - Parameters:
  ///   - updateRate: Maximum updates per second; 0 for all.
  ///   - clock: The machine's clocks.
  init(updateRate: Double = 0, clock: any MachineClock = SystemClock()) {
    state = Mutex(State(updates: RateLimit(rate: updateRate)))
    self.clock = clock
  }

  /// Buffers the service's steps, updates and notices from now on, starting with the steer
  /// contract.
  ///
  /// - Returns: The tokens that end the subscriptions.
  func follow(_ service: HeadingService) -> [UInt64] {
    [
      service.record { [self] in add($0) }, service.subscribe { [self] in add($0) },
      service.observeNotices { [self] in add($0, at: nil) },
    ]
  }

  /// Adds a step of a service.
  func add(_ step: ServiceStep) {
    switch step {
    case .event(let event, let published):
      add(.events, at: event.time, published: published) { try? coder.data(event) }
      if case .simulated(_, let isOn) = event { note(isSimulated: isOn) }
    case .repetition(let time):
      add(.repetitions, at: time) { try? JSONEncoder().encode(RecordedRepetition(at: time)) }
    case .promise(let contract, let time):
      add(.contract, at: time) { try? JSONEncoder().encode(RecordedContract(contract)) }
    }
  }

  /// Adds an update.
  func add(_ update: SolutionUpdate) {
    let time = update.solution.time.seconds
    guard state.withLock({ $0.updates.admits(time) }) else { return }
    add(.updates, at: update.solution.time) { SolutionMessage(update).line.dropLast() }
  }

  /// Adds a notice at a time; `nil` for now.
  func add(_ notice: SensorNotice, at time: BootTime?) {
    add(.notices, at: time ?? clock.bootTime) {
      try? MessageCoder().line(NoticeMessage(notice)).dropLast()
    }
  }

  /// Adds the sensor setup, and keeps it for later files.
  func add(_ setup: RecordingSetup) {
    state.withLock { $0.setup = setup }
    add(.setup, at: clock.bootTime) { try? JSONEncoder().encode(setup) }
  }

  /// Corrects the setup if a source reports otherwise: a server or a receiver may be simulated.
  private func note(isSimulated: Bool) {
    let corrected = state.withLock { state -> RecordingSetup? in
      guard let setup = state.setup, setup.simulated != isSimulated else { return nil }
      state.setup?.simulated = isSimulated
      return state.setup
    }
    if let corrected { add(corrected) }
  }

  /// Ends the current file and starts another without losing messages.
  ///
  /// - Parameters:
  ///   - part: Part of the run, if the run has several files.
  ///   - context: Configuration of the engine before the file.
  /// - Returns: The remaining bytes of the previous file.
  func begin(_ part: RecordingPart?, context: [ServiceStep]) -> [UInt8] {
    let now = clock.bootTime
    let relation = clock.relation
    // Log times are UTC so that tools show a date; a replay uses the times in the events.
    let universal = (relation.universalTime.secondsSince1970 * 1e9).rounded()
    let epoch = (Int64(exactly: universal) ?? 0) &- relation.bootTime.nanoseconds
    return state.withLock { state in
      let rest = Self.end(&state)
      state.epoch = epoch
      state.writer = writer(part, context, state, at: now)
      return rest
    }
  }

  /// The opening of an additional file that receives the same messages from now on.
  ///
  /// - Parameter context: Configuration of the engine before the file.
  /// - Returns: The file's bytes up to the first message.
  func opening(context: [ServiceStep]) -> [UInt8] {
    let now = clock.bootTime
    return state.withLock { state in
      var writer = writer(nil, context, state, at: now)
      return writer.take()
    }
  }

  /// Creates the writer of a file with its initial messages.
  private func writer(
    _ part: RecordingPart?, _ context: [ServiceStep], _ state: State, at now: BootTime
  ) -> MCAPWriter {
    var writer = MCAPWriter(library: "headingd")
    for topic in RecordingTopic.allCases { writer.addChannel(topic.rawValue, topic: topic.name) }
    let stamp = Self.stamp(now, state)
    if let data = try? part.map({ try JSONEncoder().encode($0) }) {
      writer.add(data, to: RecordingTopic.part.rawValue, at: stamp)
    }
    if var setup = state.setup {
      for case .event(.simulated(_, let isOn), _) in context { setup.simulated = isOn }
      if let data = try? JSONEncoder().encode(setup) {
        writer.add(data, to: RecordingTopic.setup.rawValue, at: stamp)
      }
    }
    for step in context { add(step, to: &writer, state) }
    return writer
  }

  /// Writes a step that configured the service before the file began.
  private func add(_ step: ServiceStep, to writer: inout MCAPWriter, _ state: State) {
    switch step {
    case .event(let event, _):
      guard let data = try? coder.data(event) else { return }
      writer.add(data, to: RecordingTopic.context.rawValue, at: Self.stamp(event.time, state))
    case .promise(let contract, let time):
      guard let data = try? JSONEncoder().encode(RecordedContract(contract)) else { return }
      writer.add(data, to: RecordingTopic.contract.rawValue, at: Self.stamp(time, state))
    case .repetition: return
    }
  }

  /// Ends the current file; messages are discarded until the next one begins.
  func end() -> [UInt8] { state.withLock { Self.end(&$0) } }

  /// Removes the buffered bytes; also returns the number of messages lost since the last call.
  func take() -> (bytes: [UInt8], lost: UInt64) {
    state.withLock { state in
      defer { state.lost = 0 }
      return (state.writer?.take() ?? [], state.lost)
    }
  }

  private static func end(_ state: inout State) -> [UInt8] {
    guard var writer = state.writer.take() else { return [] }
    writer.end()
    return writer.take()
  }

  private static func stamp(_ time: BootTime, _ state: State) -> UInt64 {
    UInt64(clamping: state.epoch &+ time.nanoseconds)
  }

  private func add<Content: Sequence<UInt8>>(
    _ topic: RecordingTopic, at time: BootTime, published: BootTime? = nil,
    _ content: () -> Content?
  ) {
    state.withLock { state in
      guard let gathered = state.writer?.bytes.count else { return }
      guard gathered < Self.capacity else {
        state.lost += 1
        return
      }
      guard let data = content() else { return }
      let (stamp, end) = (Self.stamp(time, state), published.map { Self.stamp($0, state) })
      state.writer?.add(data, to: topic.rawValue, at: stamp, published: end)
    }
  }
}

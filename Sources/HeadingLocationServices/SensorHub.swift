public import HeadingProtocol
import Synchronization

/// One stream of updates for all parts of a program; runs only while there are subscribers.
public final class SensorHub: Sendable {
  private struct State {
    var receivers: [UInt64: @Sendable (SensorUpdate) -> Void] = [:]
    var next: UInt64 = 0
    var work: Task<Void, Never>?
    var messages: UInt64 = 0
    var sampleReceivers: [UInt64: @Sendable (SampleMessage) -> Void] = [:]
    var sampleWork: Task<Void, Never>?
  }

  /// The hub of this program.
  public static let shared = SensorHub(ProgramOrigin())

  /// Delay before a stream that has ended is restarted, s.
  private static let pause = 1.0

  private let origin: any SensorOrigin
  private let second: @Sendable () async throws -> Void
  private let state = Mutex(State())

  /// Creates a hub without opening anything.
  ///
  /// - Parameters:
  ///   - origin: The origin of updates.
  ///   - second: Waits for a second; each one without an update reports silence.
  public init(
    _ origin: any SensorOrigin,
    second: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }
  ) {
    self.origin = origin
    self.second = second
  }

  /// The availability of the sensors.
  public var availability: SensorAvailability { origin.availability }

  /// Whether the sensors are in use.
  public var isRunning: Bool { state.withLock { $0.work != nil } }

  /// Subscribes a function to updates; the first subscription opens the sensors.
  ///
  /// - Parameter receiver: Receives updates on any thread; must return at once.
  /// - Returns: The token for ``unsubscribe(_:)``.
  public func subscribe(_ receiver: @escaping @Sendable (SensorUpdate) -> Void) -> UInt64 {
    state.withLock { state in
      state.next += 1
      state.receivers[state.next] = receiver
      if state.work == nil { state.work = Task { [weak self] in await self?.run() } }
      return state.next
    }
  }

  /// Ends a subscription; the last one closes the sensors.
  public func unsubscribe(_ token: UInt64) {
    let work: Task<Void, Never>? = state.withLock { state in
      state.receivers[token] = nil
      guard state.receivers.isEmpty else { return nil }
      defer { state.work = nil }
      return state.work
    }
    work?.cancel()
  }

  /// Subscribes a function to sensor readings.
  ///
  /// In-process sensors are open only while there is also a subscription to updates.
  ///
  /// - Parameter receiver: Receives readings on any thread; must return at once.
  /// - Returns: The token for ``unsubscribeSamples(_:)``.
  public func subscribeSamples(_ receiver: @escaping @Sendable (SampleMessage) -> Void) -> UInt64 {
    state.withLock { state in
      state.next += 1
      state.sampleReceivers[state.next] = receiver
      if state.sampleWork == nil {
        state.sampleWork = Task { [weak self] in await self?.runSamples() }
      }
      return state.next
    }
  }

  /// Ends a subscription of readings.
  public func unsubscribeSamples(_ token: UInt64) {
    let work: Task<Void, Never>? = state.withLock { state in
      state.sampleReceivers[token] = nil
      guard state.sampleReceivers.isEmpty else { return nil }
      defer { state.sampleWork = nil }
      return state.sampleWork
    }
    work?.cancel()
  }

  private func runSamples() async {
    while !Task.isCancelled {
      await origin.deliverSamples { [weak self] sample in
        guard let self else { return }
        let receivers = self.state.withLock { Array($0.sampleReceivers.values) }
        for receiver in receivers { receiver(sample) }
      }
      do { try await Task.sleep(for: .seconds(Self.pause)) } catch { return }
    }
  }

  private func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.watchSilence() }
      while !Task.isCancelled {
        await origin.deliver { [weak self] in self?.hand(.message($0)) }
        do { try await Task.sleep(for: .seconds(Self.pause)) } catch { return }
      }
    }
  }

  /// Reports silence for every second without an update.
  private func watchSilence() async {
    var seen: UInt64 = 0
    while true {
      do { try await second() } catch { return }
      let count = state.withLock { $0.messages }
      if count == seen { hand(.silence) }
      seen = count
    }
  }

  private func hand(_ update: SensorUpdate) {
    let receivers = state.withLock { state in
      if case .message = update { state.messages += 1 }
      return Array(state.receivers.values)
    }
    for receiver in receivers { receiver(update) }
  }
}

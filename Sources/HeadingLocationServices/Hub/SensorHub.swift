public import HeadingProtocol
import Synchronization

/// One stream of updates for all parts of a program; runs only while somebody listens.
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

  /// Seconds between two attempts after a stream has ended.
  private static let pause = 1.0

  private let origin: any SensorOrigin
  private let second: @Sendable () async throws -> Void
  private let state = Mutex(State())

  /// Makes a hub; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - origin: Where updates come from.
  ///   - second: Waits for a second; after each without an update, silence is told.
  public init(
    _ origin: any SensorOrigin,
    second: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }
  ) {
    self.origin = origin
    self.second = second
  }

  /// What the sensors can tell.
  public var availability: SensorAvailability { origin.availability }

  /// Whether the sensors are in use.
  public var isRunning: Bool { state.withLock { $0.work != nil } }

  /// Hands every update to a function, until the token is given back; the first opens the sensors.
  ///
  /// - Parameter receiver: Takes an update, in whatever thread made it; must return at once.
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

  /// Hands every reading of the sensors to a function, until the token is given back.
  ///
  /// Where the sensors are read in this process they are open only while somebody is also subscribed
  /// to updates.
  ///
  /// - Parameter receiver: Takes a reading, in whatever thread made it; must return at once.
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

  /// Says every second that nothing came.
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

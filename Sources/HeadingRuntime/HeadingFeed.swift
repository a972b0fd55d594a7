import HeadingEngine
public import HeadingProtocol
public import HeadingSensing
import HeadingStorage
import Synchronization

/// Stream of messages from the engine in this process or from a daemon.
public struct HeadingFeed: Sendable {
  private enum Origin: Sendable {
    case engine(HeadingService, [any SensorSource])
    case daemon(HeadingClient)
  }

  /// Seconds between two attempts to reconnect to a daemon.
  private static let retry = 1.0

  /// Display name of the source.
  public let name: String

  private let origin: Origin

  /// Creates a feed from the engine in this process.
  public init(name: String, service: HeadingService, sources: [any SensorSource]) {
    self.name = name
    origin = .engine(service, sources)
  }

  /// Creates a feed from a daemon.
  public init(_ client: HeadingClient) {
    name = "headingd at \(client.address)"
    origin = .daemon(client)
  }

  /// Whether it comes from a daemon; a warning or error then means that the stream is lost.
  public var isRemote: Bool {
    if case .daemon = origin { true } else { false }
  }

  /// Records the running source until the task is cancelled.
  ///
  /// - Parameter destination: The file; an existing one is replaced.
  /// - Returns: Why the recording failed or ended early; `nil` if it was cancelled.
  public func record(to destination: RecordingDestination) async -> String? {
    do {
      switch origin {
      case .engine(let service, _): try await FeedRecording(destination).run(service)
      case .daemon(let client):
        try await RemoteRecording(of: client, to: destination).run {
        } written: {
          _ in
        } notices: {
          _ in
        }
      }
      return nil
    } catch let failure as RemoteRecording.Failure {
      switch failure {
      case .notOffered: return "this daemon is too old to send recordings"
      case .daemon(let error): return "\(error)"
      case .file(let error), .fileBeginning(let error): return FileReason.text(error)
      }
    } catch {
      return FileReason.text(error)
    }
  }

  /// Runs the feed while a function consumes its messages and notices; returns the function's
  /// result.
  ///
  /// A slow consumer gets the newest messages. If the first connection to a daemon fails, the
  /// messages end with a notice; a connection lost later is retried.
  ///
  /// - Parameters:
  ///   - rate: Maximum messages per second; `nil` for all.
  ///   - body: Consumes the messages and notices.
  /// - Returns: The function's result.
  public func run<Result: Sendable>(
    rate: Double? = nil,
    _ body:
      @escaping @Sendable (AsyncStream<SolutionMessage>, AsyncStream<SensorNotice>) async ->
      Result
  ) async -> Result {
    let (messages, output) = AsyncStream.makeStream(
      of: SolutionMessage.self, bufferingPolicy: .bufferingNewest(256))
    let (notices, noticeOutput) = AsyncStream.makeStream(
      of: SensorNotice.self, bufferingPolicy: .bufferingNewest(64))
    let producer = Task {
      await deliver(rate: rate) {
        output.yield($0)
      } notices: {
        noticeOutput.yield($0)
      }
      output.finish()
      noticeOutput.finish()
    }
    let result = await withTaskCancellationHandler {
      await body(messages, notices)
    } onCancel: {
      producer.cancel()
    }
    producer.cancel()
    await producer.value
    return result
  }

  /// Runs the feed, passing every message to a function on the thread that made it, until the task
  /// is cancelled or the feed ends as in ``run(rate:_:)``.
  ///
  /// Lowest latency: a hundred messages a second wake no further thread.
  ///
  /// - Parameters:
  ///   - rate: Maximum messages per second; `nil` for all.
  ///   - receiver: Receives a message; must return at once, because it blocks the sensors.
  ///   - notices: Receives a notice; must return at once.
  public func deliver(
    rate: Double? = nil, to receiver: @escaping @Sendable (SolutionMessage) -> Void,
    notices: @escaping @Sendable (SensorNotice) -> Void
  ) async {
    switch origin {
    case .engine(let service, let sources):
      await Self.deliver(service, sources, rate: rate, receiver, notices)
    case .daemon(var client):
      if let rate { client.request = Request(rate: rate) }
      await Self.deliver(client, receiver, notices)
    }
  }

  private static func deliver(
    _ service: HeadingService, _ sources: [any SensorSource], rate: Double?,
    _ receiver: @escaping @Sendable (SolutionMessage) -> Void,
    _ notices: @escaping @Sendable (SensorNotice) -> Void
  ) async {
    let limit = Mutex(RateLimit(rate: rate ?? 0))
    let updates = service.subscribe { update in
      guard limit.withLock({ $0.admits(update.solution.time.seconds) }) else { return }
      receiver(SolutionMessage(update))
    }
    let observer = service.observeNotices(notices)
    await service.run(sources)
    service.unsubscribe(updates)
    service.unsubscribe(observer)
  }

  private static func deliver(
    _ client: HeadingClient, _ receiver: @Sendable (SolutionMessage) -> Void,
    _ notices: @Sendable (SensorNotice) -> Void
  ) async {
    var wasReached = false
    var isLossTold = false
    while !Task.isCancelled {
      do throws(HeadingClientError) {
        var iterator = client.makeAsyncIterator()
        while let message = try await iterator.next() {
          if isLossTold { notices(SensorNotice(.info, nil, "\(client.address) is back")) }
          wasReached = true
          isLossTold = false
          receiver(message)
        }
        if Task.isCancelled { return }
        if !isLossTold {
          notices(SensorNotice(.warning, nil, "\(client.address) ended the stream"))
        }
      } catch {
        if Task.isCancelled { return }
        if !isLossTold { notices(SensorNotice(.error, nil, "\(error)")) }
        if !wasReached { return }
      }
      isLossTold = true
      try? await Task.sleep(for: .seconds(retry))
    }
  }
}

package import HeadingClient
import HeadingEngine
public import HeadingProtocol
public import HeadingSensing
import HeadingStorage
import Synchronization

/// A stream of messages for one program: from the engine in this process, or from a daemon.
public struct HeadingFeed: Sendable {
  private enum Origin: Sendable {
    case engine(HeadingService, [any SensorSource])
    case daemon(DaemonClient)
  }

  /// What people call the source.
  public let name: String

  private let origin: Origin

  /// A feed from the engine in this process.
  public init(name: String, service: HeadingService, sources: [any SensorSource]) {
    self.name = name
    origin = .engine(service, sources)
  }

  /// Creates a feed from a daemon.
  package init(_ client: DaemonClient) {
    name = "headingd at \(client.address)"
    origin = .daemon(client)
  }

  /// Whether it comes from a daemon; then every notice except an information means that the stream
  /// is lost.
  public var isRemote: Bool {
    if case .daemon = origin { true } else { false }
  }

  /// Records what runs already, until the task is cancelled.
  ///
  /// - Parameter destination: The file; one that is there is replaced.
  /// - Returns: Why there is no recording, or no more of it; `nil` if it was ended.
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
      case .notOffered: return "this daemon is older than recordings"
      case .daemon(let error): return "\(error)"
      case .file(let error), .fileBeginning(let error): return FileReason.text(error)
      }
    } catch {
      return FileReason.text(error)
    }
  }

  /// Runs the feed while a function uses its messages and notices; returns what the function does.
  ///
  /// A slow function finds the newest messages. A daemon that cannot be reached at first ends the
  /// messages, with a notice why; one that is lost later is waited for.
  ///
  /// - Parameters:
  ///   - rate: Messages a second at most; `nil` for every one.
  ///   - body: Uses the messages.
  /// - Returns: What the function returns.
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
  /// is cancelled or the feed ends by itself: the daemon's as in ``run(rate:_:)``, the engine's with
  /// its sources.
  ///
  /// It has the lowest latency and cost: a message wakes no further thread.
  ///
  /// - Parameters:
  ///   - rate: Messages a second at most; `nil` for every one.
  ///   - receiver: Takes a message; must return at once, the sensors wait for it.
  ///   - notices: Takes a notice; must return at once.
  public func deliver(
    rate: Double? = nil, to receiver: @escaping @Sendable (SolutionMessage) -> Void,
    notices: @escaping @Sendable (SensorNotice) -> Void
  ) async {
    switch origin {
    case .engine(let service, let sources):
      await Self.deliver(service, sources, rate: rate, receiver, notices)
    case .daemon(var client):
      if let rate { client.request = Request(rate: rate) }
      await client.deliver(to: receiver, notices: notices)
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
}

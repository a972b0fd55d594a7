public import HeadingProtocol
public import HeadingSensing

/// A stream of messages for one program: from the engine in this process, or from a daemon.
public struct HeadingFeed: Sendable {
  private enum Origin: Sendable {
    case engine(HeadingService, [any SensorSource])
    case daemon(HeadingClient)
  }

  /// Seconds between two attempts to reach a daemon that was lost.
  private static let retry = 1.0

  /// What people call the source.
  public let name: String

  private let origin: Origin

  /// A feed from the engine in this process.
  public init(name: String, service: HeadingService, sources: [any SensorSource]) {
    self.name = name
    origin = .engine(service, sources)
  }

  /// A feed from a daemon.
  public init(_ client: HeadingClient) {
    name = "headingd at \(client.address)"
    origin = .daemon(client)
  }

  /// Runs the feed while a function uses its messages and notices; returns what the function does.
  ///
  /// A daemon that cannot be reached at first ends the messages, with a notice why; one that is lost
  /// later is waited for.
  public func run<Result: Sendable>(
    _ body:
      @escaping @Sendable (AsyncStream<SolutionMessage>, AsyncStream<SensorNotice>) async ->
      Result
  ) async -> Result {
    let (messages, output) = AsyncStream.makeStream(
      of: SolutionMessage.self, bufferingPolicy: .bufferingNewest(256))
    let (notices, noticeOutput) = AsyncStream.makeStream(
      of: SensorNotice.self, bufferingPolicy: .bufferingNewest(64))
    let producer = Task {
      switch origin {
      case .engine(let service, let sources):
        await Self.produce(service, sources, output, noticeOutput)
      case .daemon(let client):
        await Self.produce(client, output, noticeOutput)
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

  private static func produce(
    _ service: HeadingService, _ sources: [any SensorSource],
    _ output: AsyncStream<SolutionMessage>.Continuation,
    _ notices: AsyncStream<SensorNotice>.Continuation
  ) async {
    let updates = service.subscribe { update in
      output.yield(
        SolutionMessage(update.solution, simulated: update.isSimulated, latency: update.latency))
    }
    let observer = service.observeNotices { notices.yield($0) }
    await service.run(sources)
    service.unsubscribe(updates)
    service.unsubscribe(observer)
  }

  private static func produce(
    _ client: HeadingClient, _ output: AsyncStream<SolutionMessage>.Continuation,
    _ notices: AsyncStream<SensorNotice>.Continuation
  ) async {
    var wasReached = false
    var isLossTold = false
    while !Task.isCancelled {
      do throws(HeadingClientError) {
        var iterator = client.makeAsyncIterator()
        while let message = try await iterator.next() {
          if isLossTold { notices.yield(SensorNotice(.info, nil, "\(client.address) is back")) }
          wasReached = true
          isLossTold = false
          output.yield(message)
        }
        if Task.isCancelled { return }
        if !isLossTold {
          notices.yield(SensorNotice(.warning, nil, "\(client.address) ended the stream"))
        }
      } catch {
        if Task.isCancelled { return }
        if !isLossTold { notices.yield(SensorNotice(.error, nil, "\(error)")) }
        if !wasReached { return }
      }
      isLossTold = true
      try? await Task.sleep(for: .seconds(retry))
    }
  }
}

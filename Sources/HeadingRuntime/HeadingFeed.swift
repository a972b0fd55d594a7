public import HeadingProtocol
public import HeadingSensing

/// A stream of messages for one program: from the engine in this process, or from a daemon.
public struct HeadingFeed: Sendable {
  /// What people call the source.
  public let name: String

  private let service: HeadingService
  private let sources: [any SensorSource]

  /// A feed from the engine in this process.
  public init(name: String, service: HeadingService, sources: [any SensorSource]) {
    self.name = name
    self.service = service
    self.sources = sources
  }

  /// Runs the feed while a function uses its messages and notices.
  public func run<Result: Sendable>(
    _ body:
      @escaping @Sendable (AsyncStream<SolutionMessage>, AsyncStream<SensorNotice>) async ->
      Result
  ) async -> Result {
    let (messages, output) = AsyncStream.makeStream(
      of: SolutionMessage.self, bufferingPolicy: .bufferingNewest(256))
    let (notices, noticeOutput) = AsyncStream.makeStream(
      of: SensorNotice.self, bufferingPolicy: .bufferingNewest(64))
    let updates = service.subscribe { update in
      output.yield(
        SolutionMessage(
          update.solution, simulated: update.isSimulated, latency: update.latency))
    }
    let observer = service.observeNotices { noticeOutput.yield($0) }
    defer {
      service.unsubscribe(updates)
      service.unsubscribe(observer)
      output.finish()
      noticeOutput.finish()
    }
    return await withTaskGroup(of: Result?.self) { group in
      group.addTask {
        await service.run(sources)
        return nil
      }
      group.addTask { await body(messages, notices) }
      while let next = await group.next() {
        if let next {
          group.cancelAll()
          return next
        }
      }
      return await body(messages, notices)
    }
  }
}

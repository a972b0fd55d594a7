public import HeadingSensing

/// Streams the events of sources to one reader until the reader finishes.
public struct EventTap: SensorSink {
  private let output: AsyncStream<SensorEvent>.Continuation

  /// Adds an event to the stream.
  public func deliver(_ event: SensorEvent) { output.yield(event) }

  /// Ignores notices: the reader detects missing events itself.
  public func notice(_ notice: SensorNotice) {}

  /// Runs sources while a function reads their events; returns the function's result.
  ///
  /// - Parameters:
  ///   - sources: The sensors.
  ///   - seconds: Duration after which the stream ends; `nil` for no limit.
  ///   - body: Reads the events.
  /// - Returns: The function's result.
  public static func run<Result: Sendable>(
    _ sources: [any SensorSource], seconds: Double?,
    _ body: @escaping @Sendable (AsyncStream<SensorEvent>) async -> Result
  ) async -> Result {
    let (stream, output) = AsyncStream.makeStream(
      of: SensorEvent.self, bufferingPolicy: .bufferingNewest(4096))
    let tap = EventTap(output: output)
    let producer = Task {
      await withDiscardingTaskGroup { group in
        for source in sources { group.addTask { await source.run(delivering: tap) } }
        if let seconds {
          group.addTask {
            try? await Task.sleep(for: .seconds(seconds))
            output.finish()
          }
        }
      }
    }
    let result = await body(stream)
    producer.cancel()
    await producer.value
    return result
  }
}

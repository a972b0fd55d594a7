public import HeadingSensing

/// Hands what sources deliver to one reader, for as long as the reader wants it.
public struct EventTap: SensorSink {
  private let output: AsyncStream<SensorEvent>.Continuation

  /// Takes an event.
  public func deliver(_ event: SensorEvent) { output.yield(event) }

  /// Messages for people are passed over: who reads a tap tells what it misses.
  public func notice(_ notice: SensorNotice) {}

  /// Runs sources while a function reads their events; returns what the function does.
  ///
  /// - Parameters:
  ///   - sources: The sensors.
  ///   - seconds: The events end after so many; `nil` for never.
  ///   - body: Reads the events.
  /// - Returns: What the function returned.
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

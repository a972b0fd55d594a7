public import HeadingGeometry
public import HeadingSensing

/// Guided calibration: the sources deliver samples, and a fit once a second reports the progress.
///
/// The fits run concurrently with the sources and never block them.
public struct CalibrationSession: Sendable {
  /// Seconds between two fits.
  public static let interval = 1.0

  /// Collects the events of the sources.
  public let recorder: CalibrationRecorder

  private let sources: [any SensorSource]
  private let heading: Angle?
  private let target: Double?

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - sources: The uncalibrated sensors, and a receiver if there is one.
  ///   - recorder: Collects their events.
  ///   - target: Requested heading error: degrees, 1σ, at 20° of tilt; `nil` for the default once
  ///     all directions are covered.
  ///   - heading: Magnetic heading of a body that does not turn; `nil` for one that does.
  public init(
    sources: [any SensorSource], recorder: CalibrationRecorder, target: Double?,
    heading: Angle? = nil
  ) {
    self.sources = sources
    self.recorder = recorder
    self.heading = heading
    self.target = target
  }

  /// Runs the sources while a function consumes the progress; returns the function's result.
  public func run<Result: Sendable>(
    _ body: @escaping @Sendable (AsyncStream<CalibrationProgress>) async -> Result
  ) async -> Result {
    let (stream, output) = AsyncStream.makeStream(
      of: CalibrationProgress.self, bufferingPolicy: .bufferingNewest(1))
    let producer = Task {
      await withDiscardingTaskGroup { group in
        for source in sources { group.addTask { await source.run(delivering: recorder) } }
        group.addTask { await follow(output) }
      }
      output.finish()
    }
    let result = await withTaskCancellationHandler {
      await body(stream)
    } onCancel: {
      producer.cancel()
    }
    producer.cancel()
    await producer.value
    return result
  }

  private func follow(_ output: AsyncStream<CalibrationProgress>.Continuation) async {
    var fit = GuidedFit(target: target, heading: heading)
    while !Task.isCancelled {
      do { try await Task.sleep(for: .seconds(Self.interval)) } catch { return }
      output.yield(fit.progress(of: recorder))
    }
  }
}

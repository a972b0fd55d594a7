import HeadingCalibration
public import HeadingSensing

/// A calibration under way: sources deliver, and once a second a fit tells how far it has come.
///
/// The fits run beside the sources and never hold them up.
public struct CalibrationSession: Sendable {
  /// Seconds between two fits.
  public static let interval = 1.0

  /// Gathers what the sources deliver.
  public let recorder: CalibrationRecorder

  private let sources: [any SensorSource]
  private let current: CalibrationParameters?
  private let target: Double

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - sources: The sensors, uncalibrated, and a receiver if there is one.
  ///   - recorder: Gathers what they deliver.
  ///   - current: The calibration in use, if any.
  ///   - target: The heading error to aim at: degrees, 1σ, at 20° of tilt.
  public init(
    sources: [any SensorSource], recorder: CalibrationRecorder, current: CalibrationParameters?,
    target: Double
  ) {
    self.sources = sources
    self.recorder = recorder
    self.current = current
    self.target = target
  }

  /// Runs the sources while a function follows the progress; returns what the function does.
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
    let calibrator = MagneticCalibrator()
    while !Task.isCancelled {
      do { try await Task.sleep(for: .seconds(Self.interval)) } catch { return }
      let snapshot = recorder.snapshot
      // The one in use is no yardstick here: whoever calibrates by hand wants a new one.
      let result = calibrator.fit(snapshot.samples, knowledge: snapshot.knowledge(current: nil))
      if result.rung > .none { recorder.recenter(on: result.parameters.hardIron) }
      output.yield(CalibrationProgress(snapshot: snapshot, result: result, target: target))
    }
  }
}

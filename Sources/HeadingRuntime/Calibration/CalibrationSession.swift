import HeadingCalibration
public import HeadingGeometry
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
  private let heading: Angle?
  private let target: Double?

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - sources: The sensors, uncalibrated, and a receiver if there is one.
  ///   - recorder: Gathers what they deliver.
  ///   - target: The heading error that suffices: degrees, 1σ, at 20° of tilt; `nil` for the usual one
  ///     once all directions were seen.
  ///   - heading: The magnetic heading of a body that does not turn; `nil` for one that does.
  public init(
    sources: [any SensorSource], recorder: CalibrationRecorder, target: Double?,
    heading: Angle? = nil
  ) {
    self.sources = sources
    self.recorder = recorder
    self.heading = heading
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
    var seen = CalibrationCoverage()
    var newest = 0.0
    while !Task.isCancelled {
      do { try await Task.sleep(for: .seconds(Self.interval)) } catch { return }
      let snapshot = recorder.snapshot
      // The one in use is no yardstick here: whoever calibrates by hand wants a new one.
      var knowledge = snapshot.knowledge(current: nil)
      knowledge.heading = heading
      // Whoever calibrates by hand can calibrate the accelerometer first, and is told to.
      if !snapshot.hasCalibratedAccelerometer { knowledge.accelerometer = .uncalibrated }
      let result = calibrator.fit(snapshot.samples, knowledge: knowledge)
      if result.rung > .none { recorder.recenter(on: result.parameters.hardIron) }
      let coverage = snapshot.coverage
      if coverage.cells & ~seen.cells != 0 || coverage.headings & ~seen.headings != 0
        || coverage.tilts & ~seen.tilts != 0 || snapshot.duration < newest
      {
        newest = snapshot.duration
      }
      seen = coverage
      output.yield(
        CalibrationProgress(
          snapshot: snapshot, result: result, target: target,
          sinceNew: snapshot.duration - newest))
    }
  }
}

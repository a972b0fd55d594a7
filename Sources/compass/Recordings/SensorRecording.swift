import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingRecording
import HeadingRuntime
import HeadingSensing
import Synchronization

/// Records sensors that this process reads.
struct SensorRecording {
  let sensors: SensorOptions
  let destination: RecordingDestination

  /// Duration, s; `nil` to record until a signal.
  let seconds: Double?

  func run() async throws {
    // Sensors are opened before the file, so that without any an existing file is kept.
    let setup = try sensors.configured().found(absence: .isAnError)
    let progress = RecordingProgress(destination)
    let rate = sensors.source.sensorRate ?? RecordingProgress.usualRate
    let recording: RecordingFile
    do {
      recording = try RecordingFile(destination)
    } catch {
      throw RecordingFailure.beginning(destination.name, error)
    }
    progress.begin(samplesPerSecond: 2.5 * rate, updatesPerSecond: rate)
    let service = HeadingService()
    // Observed from the first event on, because events configure the engine.
    recording.follow(service)
    recording.add(RecordingSetup(setup, configuration: nil))
    service.use(setup)
    service.observeNotices { progress.report($0.message) }
    let reading = Task { await service.run(setup.sources) }
    let signals = InterruptSignals { reading.cancel() }
    defer { signals.cancel() }
    let failure = Mutex<(any Error)?>(nil)
    let writing = Task {
      let start = ContinuousClock.now
      while !reading.isCancelled, !Task.isCancelled {
        if let seconds, start.duration(to: .now) / .seconds(1) >= seconds { break }
        try? await Task.sleep(for: .milliseconds(200))
        do {
          let lost = try recording.flush()
          if lost > 0 { progress.report("\(lost) messages lost") }
          progress.show(recording.size)
        } catch {
          failure.withLock { $0 = error }
          break
        }
      }
      reading.cancel()
    }
    await reading.value
    // The sensors' input may have ended.
    writing.cancel()
    await writing.value
    progress.clear()
    do {
      if let failure = failure.withLock({ $0 }) { throw failure }
      try recording.close()
    } catch {
      throw RecordingFailure.writing(destination.name, error)
    }
    let activity = service.report.activity
    guard SensorKind.allCases.contains(where: { activity[$0].count > 0 }) else {
      throw RecordingFailure.empty(
        "\(setup.name) delivered nothing, and \(destination.name) has no sample")
    }
    progress.show(recording.size)
    progress.end()
  }
}

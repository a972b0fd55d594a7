import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingClient
import HeadingProtocol
import HeadingRuntime
import HeadingTerminal

/// Records a daemon's events and updates.
struct DaemonRecording {
  let client: DaemonClient
  let destination: RecordingDestination

  /// Duration, s; `nil` to record until a signal.
  let seconds: Double?

  /// Polling interval while the daemon has no sensor, s.
  private static let pause = 0.1

  func run() async throws {
    do {
      let status = try await waitForSensor()
      let progress = RecordingProgress(destination)
      defer { progress.clear() }
      // The daemon can still refuse a recording to this client.
      try await record(progress) {
        progress.begin(
          samplesPerSecond: status.sensors.compactMap(\.rate).reduce(0, +),
          updatesPerSecond: status.rate ?? 0)
      }
      progress.end()
    } catch let error as RemoteRecording.Failure {
      throw status(of: error)
    }
  }

  /// Waits for the first sample; the file is opened only then, so that without samples an existing
  /// file is kept.
  private func waitForSensor() async throws -> StatusMessage {
    let start = ContinuousClock.now
    while true {
      let status: StatusMessage
      do throws(HeadingClientError) {
        guard case .status(let answer) = try await client.answer(to: .status) else {
          throw HeadingClientError.notHeadingd(client.address)
        }
        status = answer
      } catch {
        throw RemoteRecording.Failure.daemon(error)
      }
      if status.sensors.contains(where: { $0.count > 0 }) { return status }
      guard start.duration(to: .now) < .seconds(Readout.timeout) else {
        throw RecordingFailure.empty(
          "no sensor to record: the daemon at \(client.address) reads "
            + "\(status.source.isEmpty ? "nothing" : status.source), and no sample came within "
            + "\(Int(Readout.timeout)) s")
      }
      try await Task.sleep(for: .seconds(Self.pause))
    }
  }

  private func record(
    _ progress: RecordingProgress, begins: @escaping @Sendable () -> Void
  ) async throws {
    let recording = RemoteRecording(of: client, to: destination)
    let (beginning, begun) = AsyncStream.makeStream(of: Void.self)
    let work = Task {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await recording.run {
            begins()
            begun.finish()
          } written: {
            progress.show($0)
          } notices: {
            progress.report($0)
          }
        }
        if let seconds {
          group.addTask {
            for await _ in beginning {}
            try? await Task.sleep(for: .seconds(seconds))
          }
        }
        defer { group.cancelAll() }
        try await group.next()
        group.cancelAll()
        // The file is complete once this has ended.
        while try await group.next() != nil {}
      }
    }
    let signals = InterruptSignals { work.cancel() }
    defer { signals.cancel() }
    try await work.value
  }

  private func status(of failure: RemoteRecording.Failure) -> ExitCode {
    switch failure {
    case .daemon(let error): Failure.daemon(error)
    case .notOffered(let address):
      Failure.exit(
        ExitStatus.unavailable,
        "headingd at \(address) is older than this program and hands out no recordings: update it, or stop it "
          + "and give --uri local: to read the sensors here.")
    case .file(let error): RecordingFailure.writing(destination.name, error)
    case .fileBeginning(let error): RecordingFailure.beginning(destination.name, error)
    }
  }
}

import ArgumentParser
import Foundation
import HeadingArguments
import HeadingRecording
import HeadingRuntime
import HeadingSensing
import Synchronization

/// `compass record`: everything that makes the heading, so that it can be made again.
struct Record: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Record sensors, fixes and solutions into an MCAP file.",
    discussion: """
      The file is read by Foxglove, PlotJuggler and the Python package `mcap`: JSON messages on /events,
      /heading and /notices. `compass replay FILE` makes the same solutions of it, bit for bit. A file
      that is cut off is whole up to the cut.

      EXAMPLES
        compass record drive.mcap                    until Ctrl-C
        compass record drive.mcap --seconds 60
        compass record test.mcap --simulate --seconds 5
      """)

  @Argument(help: "The file to write; one that is there is replaced.")
  var file: String

  @Option(help: ArgumentHelp("End after so long.", valueName: "seconds"))
  var seconds: Double?

  @OptionGroup var sensors: SensorOptions

  mutating func validate() throws {
    if let seconds, !(seconds > 0 && seconds < 1e9) {
      throw ValidationError("--seconds \(seconds) is not a time to record.")
    }
  }

  func run() async throws {
    // Without sensors a file that is there stays as it is.
    let setup = try sensors.found(absence: .isAnError)
    let recording: RecordingFile
    do {
      recording = try RecordingFile(URL(fileURLWithPath: file))
    } catch {
      throw Failure.exit(
        ExitStatus.cannotCreate,
        "\(file) cannot be written: \(FileReason.text(error)); check the folder.")
    }
    // Heard from the first event on: what configures the engine is one.
    let service = HeadingService()
    recording.follow(service)
    recording.add(RecordingSetup(setup, configuration: nil))
    service.use(setup)
    service.observeNotices { notice in
      StandardStreams.tell(Data("compass: \(notice.message)\n".utf8))
    }
    let reading = Task { await service.run(setup.sources) }
    let signals = InterruptSignals { reading.cancel() }
    defer { signals.cancel() }
    let failure = Mutex<(any Error)?>(nil)
    let writing = Task {
      let start = ContinuousClock.now
      while !reading.isCancelled {
        if let seconds, start.duration(to: .now) >= .seconds(seconds) { break }
        try? await Task.sleep(for: .milliseconds(200))
        do {
          let lost = try recording.flush()
          if lost > 0 { StandardStreams.tell(Data("compass: \(lost) messages lost\n".utf8)) }
        } catch {
          failure.withLock { $0 = error }
          break
        }
      }
      reading.cancel()
    }
    await reading.value
    await writing.value
    do {
      if let failure = failure.withLock({ $0 }) { throw failure }
      try recording.close()
    } catch {
      throw Failure.exit(
        ExitStatus.ioError,
        "writing \(file) failed: \(FileReason.text(error)); what was written before can be replayed."
      )
    }
  }
}

import Foundation
import Glibc
import HeadingArguments
import HeadingProtocol
import HeadingRuntime
import HeadingTerminal
import Synchronization

/// What `compass record` tells people meanwhile, on standard error: on a terminal how far it is.
final class RecordingProgress: Sendable {
  /// Samples a second of an accelerometer or gyroscope that nobody asked for another rate of.
  static let usualRate = 100.0

  // Bytes, as recordings of simulated and of real hats have them: an event or an update of MCAP, a sample in CSV.
  private static let eventSize = 170.0
  private static let updateSize = 1100.0
  private static let cellSize = 52.0

  private struct State {
    var size: UInt64 = 0
    var shown = ContinuousClock.now
    var width = 0
  }

  private let destination: RecordingDestination
  private let start = ContinuousClock.now
  private let state = Mutex(State())
  private let isTerminal = isatty(STDERR_FILENO) == 1

  init(_ destination: RecordingDestination) { self.destination = destination }

  /// Says what an hour of so much will take.
  func begin(samplesPerSecond: Double, updatesPerSecond: Double) {
    let second =
      switch destination.format {
      case .mcap: samplesPerSecond * Self.eventSize + updatesPerSecond * Self.updateSize
      case .csv: samplesPerSecond * Self.cellSize
      }
    var sentence =
      "recording into \(destination.name): an hour takes about "
      + ByteCountText.text(second * 3600)
    if let free { sentence += ", \(ByteCountText.text(free)) are free" }
    tell(sentence + "; Ctrl-C ends it")
  }

  /// Tells a sentence, above the line that says how far it is.
  func tell(_ sentence: String) {
    clear()
    StandardStreams.tell(Data("compass: \(sentence)\n".utf8))
  }

  /// Takes how much is written, and shows it once a second.
  func show(_ size: UInt64) {
    state.withLock { state in
      state.size = size
      guard isTerminal, state.shown.duration(to: .now) >= .seconds(1) else { return }
      state.shown = .now
      let line = text(size)
      StandardStreams.showProgress(line, over: state.width)
      state.width = line.count
    }
  }

  /// Takes the line away that says how far it is.
  func clear() {
    state.withLock { state in
      guard state.width > 0 else { return }
      StandardStreams.showProgress("", over: state.width)
      state.width = 0
    }
  }

  /// Says what was recorded.
  func end() {
    let size = state.withLock { $0.size }
    tell("\(destination.name): \(text(size))")
  }

  private func text(_ size: UInt64) -> String {
    let seconds = start.duration(to: .now) / .seconds(1)
    let rate = seconds > 0 ? Double(size) / seconds : 0
    return "\(DurationText.text(seconds)), \(ByteCountText.text(Double(size))), "
      + "\(ByteCountText.text(rate))/s"
  }

  /// Bytes that are free where the file goes; `nil` of a pipe.
  private var free: Double? {
    guard !destination.isStandardOutput else { return nil }
    var status = statvfs()
    let folder = URL(fileURLWithPath: destination.path).deletingLastPathComponent().path
    guard unsafe statvfs(folder, &status) == 0, status.f_blocks > 0 else { return nil }
    return Double(status.f_bavail) * Double(status.f_frsize)
  }
}

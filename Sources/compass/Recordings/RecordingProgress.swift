import FoundationEssentials
import Glibc
import HeadingArguments
import HeadingProtocol
import HeadingRuntime
import HeadingTerminal
import Synchronization

/// Messages of `compass record` on standard error; on a terminal with a progress line.
final class RecordingProgress: Sendable {
  /// Default sample rate of accelerometers and gyroscopes, Hz.
  static let usualRate = 100.0

  // Mean sizes measured in recordings, bytes: an event and an update in MCAP, a sample in CSV.
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

  /// Reports the expected size of an hour.
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
    report(sentence + "; Ctrl-C ends it")
  }

  /// Prints a message above the progress line.
  func report(_ sentence: String) {
    clear()
    StandardStreams.writeError(Data("compass: \(sentence)\n".utf8))
  }

  /// Updates the number of written bytes; shows it once per second.
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

  /// Removes the progress line.
  func clear() {
    state.withLock { state in
      guard state.width > 0 else { return }
      StandardStreams.showProgress("", over: state.width)
      state.width = 0
    }
  }

  /// Reports the recorded duration and size.
  func end() {
    let size = state.withLock { $0.size }
    report("\(destination.name): \(text(size))")
  }

  private func text(_ size: UInt64) -> String {
    let seconds = start.duration(to: .now) / .seconds(1)
    let rate = seconds > 0 ? Double(size) / seconds : 0
    return "\(DurationText.text(seconds)), \(ByteCountText.text(Double(size))), "
      + "\(ByteCountText.text(rate))/s"
  }

  /// Free space of the file's file system, bytes; `nil` for standard output.
  private var free: Double? {
    guard !destination.isStandardOutput else { return nil }
    var status = statvfs()
    let folder = URL(fileURLWithPath: destination.path).deletingLastPathComponent().path
    guard unsafe statvfs(folder, &status) == 0, status.f_blocks > 0 else { return nil }
    return Double(status.f_bavail) * Double(status.f_frsize)
  }
}

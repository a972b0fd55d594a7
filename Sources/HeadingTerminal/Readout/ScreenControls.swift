import Synchronization

/// What keys have chosen, written as they come and read by each frame.
final class ScreenControls: Sendable {
  private let state: Mutex<ScreenState>

  init(_ start: ScreenState) { state = Mutex(start) }

  /// The state of now.
  var current: ScreenState { state.withLock { $0 } }

  /// Follows a key, and says what is left to do.
  func press(_ key: Key) -> ScreenState.Action { state.withLock { $0.press(key) } }

  /// Shows which file is being recorded.
  func show(recording file: String?) { state.withLock { $0.recording = file } }
}

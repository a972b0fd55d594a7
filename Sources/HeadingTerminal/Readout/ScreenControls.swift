import Synchronization

/// Shared state of the screen: updated by keys, read by each frame.
final class ScreenControls: Sendable {
  private let state: Mutex<ScreenState>

  init(_ start: ScreenState) { state = Mutex(start) }

  /// The present state.
  var current: ScreenState { state.withLock { $0 } }

  /// Processes a key; returns the action outside the screen.
  func press(_ key: Key) -> ScreenState.Action { state.withLock { $0.press(key) } }

  /// Sets the file that is being recorded.
  func show(recording file: String?) { state.withLock { $0.recording = file } }
}

import HeadingProtocol
import NIOCore

/// A subscriber's recording.
enum RecordingState {
  /// It asked for none.
  case none
  /// It waits for the beginning of one.
  case waiting
  /// It gets what follows.
  case running
}

/// Everything here runs on the server's event loop.
extension SubscriberHandler {
  /// Begins or ends a recording, as the request that holds now wants it.
  func followRecordingWish() {
    guard wants(.recording) else {
      recording = .none
      return
    }
    guard case .none = recording else { return }
    recording = .waiting
    hub.beginRecording?()
  }

  /// Asks again for a beginning, once it is known what the subscriber may see.
  func retryRecording() {
    if case .waiting = recording { hub.beginRecording?() }
  }

  /// Takes the beginning of a recording, if it waits for one.
  func offer(beginning lines: [ByteBuffer]) {
    guard case .waiting = recording, maySeeRecording() else { return }
    recording = .running
    for line in lines { put(line) }
  }

  /// Takes what follows in every recording.
  func offer(recording lines: [ByteBuffer], isWhole: Bool) {
    guard case .running = recording, maySeeRecording() else { return }
    // A recording with a hole is none.
    guard isWhole else {
      return refuse(
        .backlog,
        "a part of the recording was lost because this machine is overloaded; what came before can be replayed"
      )
    }
    for line in lines { put(line) }
  }

  /// Whether it may see all that a recording holds; while its program is being looked up, not yet.
  private func maySeeRecording() -> Bool {
    if rights.level >= .full, !rights.hidesHeading { return true }
    if case .pending = identity { return false }
    refuse(
      .access,
      "a recording holds everything, and this program may not see everything; see `access` and "
        + "`authorization` in docs/service.md")
    return false
  }
}

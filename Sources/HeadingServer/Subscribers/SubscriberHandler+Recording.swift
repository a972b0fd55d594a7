import HeadingAuthorization
import HeadingProtocol
import NIOCore

/// State of a subscriber's recording.
enum RecordingState {
  /// No recording is requested.
  case none
  /// Waiting for the beginning.
  case waiting
  /// Receiving the pieces after the beginning.
  case running
}

/// Everything here runs on the server's event loop.
extension SubscriberHandler {
  /// Starts or stops the recording according to the current request.
  func followRecordingWish() {
    guard wants(.recording) else {
      recording = .none
      return
    }
    guard case .none = recording else { return }
    recording = .waiting
    hub.beginRecording?()
  }

  /// Requests a beginning again once the client's rights are known.
  func retryRecording() {
    if case .waiting = recording { hub.beginRecording?() }
  }

  /// Sends the beginning of a recording if the client waits for one.
  func offer(beginning lines: [ByteBuffer]) {
    guard case .waiting = recording, maySeeRecording() else { return }
    recording = .running
    for line in lines { put(line) }
  }

  /// Sends the pieces after the beginning.
  func offer(recording lines: [ByteBuffer], isWhole: Bool) {
    guard case .running = recording, maySeeRecording() else { return }
    // A recording with a gap is unusable.
    guard isWhole else {
      return refuse(
        .backlog,
        "a part of the recording was lost because this machine is overloaded; what came before can be replayed"
      )
    }
    for line in lines { put(line) }
  }

  /// Whether the client may see all data of a recording; false while its program is being
  /// identified.
  private func maySeeRecording() -> Bool {
    if rights.level >= .full, !rights.hidesHeading { return true }
    if case .pending = identity { return false }
    refuse(
      .access,
      "a recording holds everything, and this client may not see everything; "
        + "\(AccessPolicy.whereToRead), and `authorization` there")
    return false
  }
}

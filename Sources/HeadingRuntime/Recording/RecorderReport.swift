/// Status of the flight recorder.
public struct RecorderReport: Sendable, Hashable {
  /// Recording state.
  public enum State: Sendable, Hashable {
    /// The recorder is disabled or has ended.
    case off

    /// The recorder is recording.
    case recording

    /// There is no space even without the oldest files; the recorder retries every second.
    case diskFull

    /// Folder or file cannot be written, with the system's reason; the recorder retries every
    /// second.
    case failed(String)

    /// `off`, `recording`, `disk_full` or `failed`.
    public var name: String {
      switch self {
      case .off: "off"
      case .recording: "recording"
      case .diskFull: "disk_full"
      case .failed: "failed"
      }
    }
  }

  /// Recording state.
  public internal(set) var state = State.off

  /// Total size of the files in the folder, bytes.
  public internal(set) var size: UInt64 = 0

  /// Messages lost since the service started because writing took too long.
  public internal(set) var lost: UInt64 = 0
}

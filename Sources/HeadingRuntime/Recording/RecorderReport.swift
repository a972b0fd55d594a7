/// How the flight recorder does.
public struct RecorderReport: Sendable, Hashable {
  /// Whether it records.
  public enum State: Sendable, Hashable {
    /// It is not wanted.
    case off

    /// It records.
    case recording

    /// There is no room, even without its oldest files; it tries again every second.
    case diskFull

    /// Its folder or file cannot be written, with the system's reason; it tries again every second.
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

  /// Whether it records.
  public internal(set) var state = State.off

  /// Bytes of all files of the folder.
  public internal(set) var size: UInt64 = 0

  /// Messages that were not recorded since the service began, because writing took too long.
  public internal(set) var lost: UInt64 = 0
}

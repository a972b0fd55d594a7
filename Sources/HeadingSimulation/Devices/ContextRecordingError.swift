/// Why a recorded context cannot be served.
public enum ContextRecordingError: Error, Sendable, Hashable {
  /// It is not JSON with the keys `xml` and `attrs`.
  case unreadable(reason: String)

  /// Its XML contains no device.
  case noDevices
}

extension ContextRecordingError: CustomStringConvertible {
  /// The error in the file.
  public var description: String {
    switch self {
    case .unreadable(let reason):
      "the recording is not JSON with the keys \"xml\" and \"attrs\": \(reason)"
    case .noDevices: "the recording's \"xml\" holds no device; record it again with iio_info -x"
    }
  }
}

/// Reason why a bundle cannot be written.
public enum ReportBundleError: Error, Hashable, Sendable {
  /// `tar` failed with this error output.
  case tar(String)
}

extension ReportBundleError: CustomStringConvertible {
  /// What went wrong.
  public var description: String {
    switch self {
    case .tar(let complaint): complaint
    }
  }
}

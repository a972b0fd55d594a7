/// Why a bundle could not be written.
public enum ReportBundleError: Error, Hashable, Sendable {
  /// What `tar` said.
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

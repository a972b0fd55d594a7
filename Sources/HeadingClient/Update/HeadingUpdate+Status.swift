import HeadingSensing

extension HeadingUpdate {
  /// What the heading is worth.
  public enum Status: String, Sendable, Hashable {
    /// The heading and its accuracy hold.
    case valid

    /// The heading is usable, with a larger bound or without a normal check.
    case degraded

    /// The gyroscope carries the last good heading, and the bound grows.
    case coasting

    /// There is no heading; the reasons say why. Also for a word that a newer daemon may have
    /// added.
    case invalid

    /// The status of the wire.
    init(_ status: SolutionStatus) {
      self =
        switch status {
        case .valid: .valid
        case .degraded: .degraded
        case .coasting: .coasting
        case .invalid: .invalid
        }
    }
  }
}

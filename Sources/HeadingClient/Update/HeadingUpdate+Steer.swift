extension HeadingUpdate {
  /// Whether a robot may steer by the heading; the limits are in the daemon's configuration,
  /// section `robot`.
  public enum Steer: Sendable, Hashable {
    /// The heading holds within the configured accuracy.
    case ok

    /// The heading holds, with a larger bound or without a check that should be there.
    case degraded

    /// The gyroscope alone holds the heading; so many seconds are left of the configured limit.
    case coast(secondsLeft: Double)

    /// Do not steer by the heading: there is none, or it is too uncertain, coasted for too long, or
    /// comes too late.
    ///
    /// Also for a word that a newer daemon may have added.
    case stop

    /// The state of the wire's word and seconds.
    init(_ word: String?, secondsLeft: Double?) {
      self =
        switch word {
        case "ok": .ok
        case "degraded": .degraded
        case "coast": .coast(secondsLeft: Swift.max(0, secondsLeft ?? 0))
        default: .stop
        }
    }
  }
}

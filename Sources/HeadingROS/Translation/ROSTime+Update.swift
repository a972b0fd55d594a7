package import HeadingProtocol
import HeadingSensing

extension ROSTime {
  /// The time of an update: UTC to a millisecond if it is known, else the time since boot.
  package init(of update: SolutionMessage) {
    self.init(seconds: update.universalSeconds ?? update.bootTime)
  }
}

extension SolutionMessage {
  /// UTC, seconds since 1970; `nil` if it is not known.
  var universalSeconds: Double? {
    time.flatMap { UniversalTime(iso8601: $0)?.secondsSince1970 }
  }
}

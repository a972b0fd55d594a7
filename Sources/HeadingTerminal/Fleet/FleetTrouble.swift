/// What is wrong with a robot of a fleet, the worst first.
public enum FleetTrouble: String, Sendable, Hashable, CaseIterable, Comparable {
  /// The broker says that it is not connected.
  case offline
  /// Its newest state has expired.
  case silent
  /// It publishes what this version does not understand.
  case unreadable
  /// Its heading must not be used.
  case stop
  /// Its heading coasts on the gyroscope.
  case coast
  /// Its heading is less accurate than it is meant to be.
  case degraded
  /// It is connected; its state has not come yet.
  case waiting
  /// Nothing.
  case ok

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Whether the left one is worse.
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}

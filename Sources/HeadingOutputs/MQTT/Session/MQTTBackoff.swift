/// How long a session waits before it tries again.
struct MQTTBackoff: Sendable {
  /// Longest delay, s.
  private static let longest = 60.0

  /// A connection that was kept for so long has worked, s.
  private static let stable = 10.0

  /// A connection that another client has not taken over for so long is ours, s.
  private static let undisputed = 300.0

  private var failures = 0
  private var short = 0
  private var disputes = 0

  /// Number of connections in succession that another client has taken over, or that ended at once.
  var disputed: Int { max(disputes, short) }

  /// The delay after attempts at all servers have failed, s: at first within a second.
  ///
  /// - Parameter random: A number from 0 to 1, so that a fleet does not come back at one moment.
  /// - Returns: The delay.
  mutating func afterFailure(random: Double) -> Double {
    failures += 1
    return Self.delay(failures, random)
  }

  /// The delay after the end of a connection, s.
  ///
  /// - Parameters:
  ///   - duration: How long it was kept, s.
  ///   - isTakenOver: Whether the broker said that another client has taken it over.
  ///   - random: A number from 0 to 1.
  /// - Returns: The delay.
  mutating func afterLoss(lasting duration: Double, isTakenOver: Bool, random: Double) -> Double {
    failures = 0
    if duration > Self.undisputed { disputes = 0 }
    if isTakenOver { disputes += 1 }
    short = duration > Self.stable ? 0 : short + 1
    return Self.delay(max(1, disputed), random)
  }

  /// 1, 2, 4 … 60 s, of which 30 to 90 % are taken.
  private static func delay(_ number: Int, _ random: Double) -> Double {
    min(longest, Double(1 << min(number - 1, 10))) * (0.3 + 0.6 * random)
  }
}

import HeadingAuthorization
import Synchronization

/// How many service sessions a program holds; some programs want it known (`NSLocationRequireExplicitServiceSession`).
enum HeldSessions {
  private static let counts = Mutex<[ObjectIdentifier: Int]>([:])

  /// Whether a session is held of the program that a center decides about.
  static func isHeld(_ center: AuthorizationCenter) -> Bool {
    counts.withLock { $0[ObjectIdentifier(center)] != nil }
  }

  /// Counts a session, which keeps its center as long.
  static func begin(_ center: AuthorizationCenter) {
    counts.withLock { $0[ObjectIdentifier(center), default: 0] += 1 }
  }

  /// Counts it no more.
  static func end(_ center: AuthorizationCenter) {
    counts.withLock { counts in
      let count = counts[ObjectIdentifier(center), default: 0] - 1
      counts[ObjectIdentifier(center)] = count > 0 ? count : nil
    }
  }
}

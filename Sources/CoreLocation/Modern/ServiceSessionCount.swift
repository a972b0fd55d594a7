import HeadingAuthorization
import Synchronization

/// Counts a program's service sessions, for `NSLocationRequireExplicitServiceSession`.
enum ServiceSessionCount {
  private static let counts = Mutex<[ObjectIdentifier: Int]>([:])

  /// Returns whether a session exists for the program of a center.
  static func isHeld(_ center: AuthorizationCenter) -> Bool {
    counts.withLock { $0[ObjectIdentifier(center)] != nil }
  }

  /// Counts a session; it retains its center, so that the key stays unique.
  static func begin(_ center: AuthorizationCenter) {
    counts.withLock { $0[ObjectIdentifier(center), default: 0] += 1 }
  }

  /// Removes a session from the count.
  static func end(_ center: AuthorizationCenter) {
    counts.withLock { counts in
      let count = counts[ObjectIdentifier(center), default: 0] - 1
      counts[ObjectIdentifier(center)] = count > 0 ? count : nil
    }
  }
}

/// Why a client was turned away or cut off.
package enum RefusalReason: String, Sendable, Hashable, CaseIterable {
  /// Its user may not connect, or may not see what it asked for.
  case access
  /// The system's lists of users and groups did not answer in time.
  case accounts
  /// There are too many connections.
  case connections
  /// Its user has too many connections.
  case userConnections = "user_connections"
  /// A request was not understood, or is out of range.
  case request
  /// A request was too long.
  case requestSize = "request_size"
  /// It sent too many requests in a second.
  case requestRate = "request_rate"
  /// It asked, and did not read the answers.
  case unreadAnswers = "unread_answers"
  /// Nothing may be missing of what it asked for, and it did not keep up, or the machine did not.
  case backlog
}

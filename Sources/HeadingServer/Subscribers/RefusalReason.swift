/// Reason for rejecting or disconnecting a client.
package enum RefusalReason: String, Sendable, Hashable, CaseIterable {
  /// The user may not connect, or may not see the requested data.
  case access
  /// The lookup of users and groups timed out.
  case accounts
  /// There are too many connections.
  case connections
  /// Its user has too many connections.
  case userConnections = "user_connections"
  /// A request is invalid or out of range.
  case request
  /// A request was too long.
  case requestSize = "request_size"
  /// Too many requests in a second.
  case requestRate = "request_rate"
  /// The client does not read the answers to its requests.
  case unreadAnswers = "unread_answers"
  /// The machine of a client, or the network to it, took nothing for a minute.
  case stalled
  /// A client of another machine did not complete the handshake of TLS in time and in order.
  case handshake
  /// A client of another machine sent no token, or a wrong one.
  case token
  /// The client requested a stream without gaps, and it or this machine did not keep up.
  case backlog
}

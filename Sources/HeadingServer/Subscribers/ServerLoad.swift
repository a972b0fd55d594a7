package import HeadingProtocol

/// Counters of a server.
package struct ServerLoad: Sendable, Hashable {
  /// Connected clients.
  package var subscribers = 0

  /// Lines that slow clients missed since the server began.
  package var missed: UInt64 = 0

  /// Clients rejected or disconnected since the server began, by reason.
  package var refusals: [RefusalReason: UInt64] = [:]

  /// Commands refused since the server began; the key `nil` counts unknown commands.
  package var refusedCommands: [Command.Name?: UInt64] = [:]

  /// Adds the counters of another server.
  mutating func add(_ other: ServerLoad) {
    subscribers += other.subscribers
    missed &+= other.missed
    refusals.merge(other.refusals) { $0 &+ $1 }
    refusedCommands.merge(other.refusedCommands) { $0 &+ $1 }
  }

  /// Clients rejected or disconnected, for any reason.
  package var refused: UInt64 { refusals.values.reduce(0, +) }
}

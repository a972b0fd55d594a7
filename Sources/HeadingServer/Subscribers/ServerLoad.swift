package import HeadingProtocol

/// How much a server carries.
package struct ServerLoad: Sendable, Hashable {
  /// Clients that are connected.
  package var subscribers = 0

  /// Lines that slow clients missed since the server began.
  package var missed: UInt64 = 0

  /// Clients that were turned away or cut off since the server began, by the reason.
  package var refusals: [RefusalReason: UInt64] = [:]

  /// Commands that were not followed since the server began; `nil` counts those that are not known.
  package var refusedCommands: [Command.Name?: UInt64] = [:]

  /// Clients that were turned away or cut off, for whatever reason.
  package var refused: UInt64 { refusals.values.reduce(0, +) }
}

/// How much a server carries.
package struct ServerLoad: Sendable, Hashable {
  /// Clients that are connected.
  package var subscribers = 0

  /// Lines that slow clients missed since the server began.
  package var missed: UInt64 = 0

  /// Clients that were turned away or cut off since the server began.
  package var refused: UInt64 = 0
}

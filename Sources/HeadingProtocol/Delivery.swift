/// Back pressure: how the server treats a client that reads too slowly.
public enum Delivery: String, Sendable, Hashable, CaseIterable, Codable {
  /// The client gets the newest update and the number of updates it missed.
  case newest

  /// The client gets every line, and is disconnected when too many wait.
  case all
}

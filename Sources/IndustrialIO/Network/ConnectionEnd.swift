/// Why a connection to an IIO server ends.
enum ConnectionEnd: Error {
  /// Client or server closed the connection.
  case over

  /// The server's response violates the protocol.
  case violation
}

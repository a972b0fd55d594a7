/// Encrypts the connections of a client; target `HeadingTLS` has the one that there is.
///
/// Most programs read a daemon of their own machine, and need not contain a library of TLS.
package protocol SecureTransport: Sendable {
  /// Reads the files for a connection.
  ///
  /// - Throws: ``HeadingClientError/unusableFile(_:reason:)``.
  init(_ security: ConnectionSecurity) throws(HeadingClientError)

  /// Connects to a server.
  ///
  /// - Parameters:
  ///   - address: The server, a host.
  ///   - makeSession: Makes the session, on the thread that uses it.
  /// - Returns: The connection.
  func connect(
    to address: ServerAddress,
    _ makeSession: @escaping @Sendable (any ClientChannel) -> ClientSession
  ) -> any ClientChannel
}

/// A connection of a client to a server, over a socket or TLS.
package protocol ClientChannel: Sendable {
  /// Sends bytes, in the order of the calls.
  func send(_ bytes: [UInt8])

  /// Ends the connection at once.
  func close()
}

package import NIOCore

/// Encrypts the connections of a client; target `HeadingTLS` has the one that there is.
///
/// Most programs read a daemon of their own machine, and need not contain a library of TLS.
package protocol SecureTransport: Sendable {
  /// Reads the files for a connection.
  ///
  /// - Throws: ``HeadingClientError/unusableFile(_:reason:)``.
  init(_ security: ConnectionSecurity) throws(HeadingClientError)

  /// Creates the handler next to the socket.
  ///
  /// - Parameter serverName: The name that the server's certificate must have; `nil` for the address.
  /// - Returns: The handler.
  /// - Throws: An error if the name cannot be one of a server.
  func handler(serverName: String?) throws -> any ChannelHandler

  /// The meaning of an error of the handshake or of the stream; `nil` for another error.
  static func meaning(
    of error: any Error, in pipeline: ChannelPipeline, at address: ServerAddress
  ) -> HeadingClientError?
}

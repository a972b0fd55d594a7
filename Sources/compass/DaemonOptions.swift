import ArgumentParser
import FoundationEssentials
import Glibc
import HeadingArguments
import HeadingClient
import HeadingProtocol
import HeadingStorage
import HeadingTLS

/// The address of a daemon.
struct DaemonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use the daemon at this address; over TLS, except on this machine without the files below.",
      valueName: "host[:port]"))
  var connect: String?

  @Option(
    help: ArgumentHelp(
      "For --connect: the daemon's certificate, or its authority's (PEM); otherwise the system's authorities.",
      valueName: "file"))
  var ca: String?

  @Option(
    help: ArgumentHelp("For --connect: the file with the daemon's token.", valueName: "file"))
  var tokenFile: String?

  @Option(
    help: ArgumentHelp("For --connect: this client's certificate (PEM).", valueName: "file"))
  var certificate: String?

  @Option(
    help: ArgumentHelp("For --connect: the private key of --certificate (PEM).", valueName: "file"))
  var key: String?

  @Flag(help: "For --connect: without TLS; everyone on the way can read and change the heading.")
  var unencrypted = false

  @Option(
    help: ArgumentHelp(
      "The daemon's socket; by default /run/headingd/headingd.sock or the one in $XDG_RUNTIME_DIR.",
      valueName: "path"))
  var socket: String?

  mutating func validate() throws {
    if let connect, ServerAddress(connect) == nil {
      throw ValidationError("--connect '\(connect)' is not HOST[:PORT] or a socket's path.")
    }
    let files = [
      ("--ca", ca), ("--token-file", tokenFile), ("--certificate", certificate), ("--key", key),
    ]
    if let (option, _) = files.first(where: { $0.1 != nil }) {
      if connect == nil || connect?.contains("/") == true {
        throw ValidationError("\(option) is for a daemon on the network: add --connect HOST.")
      }
      if unencrypted {
        throw ValidationError("\(option) is of use with TLS only: leave it or --unencrypted out.")
      }
    }
    if unencrypted, connect == nil {
      throw ValidationError("--unencrypted is for a daemon on the network: add --connect HOST.")
    }
    if (certificate == nil) != (key == nil) {
      throw ValidationError("--certificate and --key belong together: give both.")
    }
    if connect != nil, socket != nil {
      throw ValidationError("--connect and --socket name two daemons; give one of them.")
    }
  }

  /// Returns the named daemon, or one with an existing socket if no sensors are named.
  ///
  /// A `uri` in the user's configuration selects those sensors, unless a daemon is named.
  ///
  /// One on the network is asked for its greeting, so that a file, a certificate or a token that it does not
  /// accept has the exit status of every other command.
  ///
  /// - Throws: `ValidationError` if options apply only to local sensors, the exit status 78 if the
  ///   configuration is invalid, or that of ``Failure/daemon(_:)``.
  func client(unless sensors: SensorOptions) async throws -> DaemonClient? {
    let isNamed = connect != nil || socket != nil
    guard isNamed || !sensors.source.isSpecified else { return nil }
    guard try isNamed || UserConfiguration.current().values[.uri] == nil, let client else {
      return nil
    }
    if case .socket(let path) = client.address, unsafe access(path, W_OK) != 0, errno == EACCES {
      throw Failure.daemon(.noPermission(client.address))
    }
    if let option = sensors.given.first {
      throw ValidationError(
        isNamed
          ? "\(option) is for sensors that are read here, and the daemon at \(client.address) has its own: "
            + "leave out \(option), or --connect and --socket."
          : "the daemon at \(client.address) has the sensors, so \(option) would change nothing: give it "
            + "to headingd, or add --uri local: to read the sensors here.")
    }
    if case .host = client.address {
      do {
        _ = try await HeadingClient.connect(to: client.address, security: client.security)
      } catch {
        throw Failure.daemon(error)
      }
    }
    return client
  }

  /// The named daemon, or one with an existing socket.
  var client: DaemonClient? {
    if let connect {
      let security =
        unencrypted
        ? ConnectionSecurity(encryption: .none)
        : .tls(certificateAuthority: ca, certificate: certificate, key: key, tokenFile: tokenFile)
      return ServerAddress(connect).map { DaemonClient($0, security: security) }
    }
    if let socket { return DaemonClient(.socket(socket)) }
    return SocketPath.forClient(environment: ProcessInfo.processInfo.environment)
      .map { DaemonClient(.socket($0)) }
  }
}

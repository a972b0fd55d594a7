import ArgumentParser
import FoundationEssentials
import Glibc
import HeadingArguments
import HeadingClient
import HeadingProtocol
import HeadingStorage

/// The address of a daemon.
struct DaemonOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Use the daemon at this address.", valueName: "host[:port]"))
  var connect: String?

  @Option(
    help: ArgumentHelp(
      "The daemon's socket; by default /run/headingd/headingd.sock or the one in $XDG_RUNTIME_DIR.",
      valueName: "path"))
  var socket: String?

  mutating func validate() throws {
    if let connect, ServerAddress(connect) == nil {
      throw ValidationError("--connect '\(connect)' is not HOST[:PORT] or a socket's path.")
    }
    if connect != nil, socket != nil {
      throw ValidationError("--connect and --socket name two daemons; give one of them.")
    }
  }

  /// Returns the named daemon, or one with an existing socket if no sensors are named.
  ///
  /// A `uri` in the user's configuration selects those sensors, unless a daemon is named.
  ///
  /// - Throws: `ValidationError` if options apply only to local sensors, or the exit status 78 if
  ///   the configuration is invalid.
  func client(unless sensors: SensorOptions) throws -> DaemonClient? {
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
    return client
  }

  /// The named daemon, or one with an existing socket.
  var client: DaemonClient? {
    if let connect { return ServerAddress(connect).map { DaemonClient($0) } }
    if let socket { return DaemonClient(.socket(socket)) }
    return SocketPath.forClient(environment: ProcessInfo.processInfo.environment)
      .map { DaemonClient(.socket($0)) }
  }
}

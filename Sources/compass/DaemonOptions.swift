import ArgumentParser
import Foundation
import HeadingArguments
import HeadingProtocol

/// Where a daemon listens.
struct DaemonOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Show the daemon at this address.", valueName: "host[:port]"))
  var connect: String?

  @Option(
    help: ArgumentHelp(
      "The daemon's socket; otherwise /run/headingd/headingd.sock or the one in $XDG_RUNTIME_DIR.",
      valueName: "path"))
  var socket: String?

  mutating func validate() throws {
    if let connect, ServerAddress(connect) == nil {
      throw ValidationError("--connect '\(connect)' is not HOST[:PORT] or a socket's path.")
    }
  }

  /// The daemon that was named, or whose socket is there when no sensors were asked for.
  func client(unless source: SourceOptions) -> HeadingClient? {
    client(orFound: !source.isAskedFor)
  }

  /// The daemon that was named, or whose socket is there.
  var client: HeadingClient? { client(orFound: true) }

  private func client(orFound isSearched: Bool) -> HeadingClient? {
    if let connect { return ServerAddress(connect).map { HeadingClient($0) } }
    if let socket { return HeadingClient(.socket(socket)) }
    guard isSearched else { return nil }
    return SocketPath.forClient(environment: ProcessInfo.processInfo.environment)
      .map { HeadingClient(.socket($0)) }
  }
}

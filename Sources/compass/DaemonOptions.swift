import ArgumentParser

/// Where a daemon listens.
struct DaemonOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Show the daemon at this address.", valueName: "host[:port]"))
  var connect: String?

  @Option(
    help: ArgumentHelp(
      "The daemon's socket; otherwise /run/headingd/headingd.sock or the one in $XDG_RUNTIME_DIR.",
      valueName: "path"))
  var socket: String?
}

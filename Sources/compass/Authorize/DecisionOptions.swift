import ArgumentParser
import HeadingArguments

/// Options for the store of decisions about programs.
struct DecisionOptions: ParsableArguments {
  @OptionGroup var daemon: DaemonOptions

  @Flag(
    help: """
      Use this user's own file even if a daemon runs: for programs that do not use the daemon, such \
      as those with CORELOCATION_SIMULATE.
      """)
  var userFile = false

  func validate() throws {
    guard userFile, daemon.connect != nil || daemon.socket != nil else { return }
    throw ValidationError("give either --user-file or a daemon, not both")
  }
}

import ArgumentParser

/// `compass authorize`: manages which programs may receive the position.
struct Authorize: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List and change which programs may receive the position.",
    discussion: """
      A running daemon stores the decisions of all users; changing them requires the right to control
      it. Without one they are in authorization.json in $XDG_CONFIG_HOME/headingd, for programs that
      read the sensors themselves. A change reaches running programs within a second. The
      administrator's file /etc/headingd/authorization.json overrides both; see docs/service.md.

      EXAMPLES
        compass authorize list
        compass authorize allow /usr/bin/navigator --always --user anna
        compass authorize allow /usr/bin/weather --reduced
        compass authorize deny /usr/bin/game
        compass authorize reset /usr/bin/navigator
        compass authorize allow ./tracker --user-file   for CORELOCATION_SIMULATE, beside a daemon
        compass authorize agent                  answer requests of programs on this terminal
      """,
    subcommands: [
      AuthorizeList.self, AuthorizeAllow.self, AuthorizeDeny.self, AuthorizeReset.self,
      AuthorizeAgent.self,
    ], defaultSubcommand: AuthorizeList.self)
}

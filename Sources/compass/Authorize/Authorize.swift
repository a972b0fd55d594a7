import ArgumentParser

/// `compass authorize`: manages which programs may receive the position.
struct Authorize: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List and change what programs may know of the place.",
    discussion: """
      Where a daemon runs it holds the decisions, of all users; to change them needs the right to
      control it. Else they are in authorization.json in $XDG_CONFIG_HOME/headingd, for programs that
      read the sensors themselves. Programs that run notice a change within a second. The
      administrator's file /etc/headingd/authorization.json stands above both; docs/service.md.

      EXAMPLES
        compass authorize list
        compass authorize allow /usr/bin/navigator --always --user anna
        compass authorize allow /usr/bin/weather --reduced
        compass authorize deny /usr/bin/game
        compass authorize reset /usr/bin/navigator
        compass authorize agent                  ask here, on this terminal, whenever a program asks
      """,
    subcommands: [
      AuthorizeList.self, AuthorizeAllow.self, AuthorizeDeny.self, AuthorizeReset.self,
      AuthorizeAgent.self,
    ], defaultSubcommand: AuthorizeList.self)
}

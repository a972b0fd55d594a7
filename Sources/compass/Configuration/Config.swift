import ArgumentParser

/// `compass config`: the user's default options.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show and change what compass is always told: place, units, mount, uri.",
    discussion: """
      It is kept in $XDG_CONFIG_HOME/headingd/config.yaml, else in ~/.config. An environment variable such as
      COMPASS_UNITS replaces a value, and an argument replaces both. With a uri the sensors there are read, and a
      daemon only with --connect or --socket. The daemon has a configuration of its own.

      EXAMPLES
        compass config
        compass config set place 47.4,8.5
        compass config set units nautical
        compass config set uri                       takes it out again
        compass config path
      """,
    subcommands: [ShowConfig.self, SetConfig.self, ConfigPath.self],
    defaultSubcommand: ShowConfig.self)
}

import ArgumentParser

/// `compass config`: the user's default options.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show and change the user's defaults: place, units, coordinates, mount, uri.",
    discussion: """
      The file is headingd/config.yaml in $XDG_CONFIG_HOME, by default ~/.config. Environment variables
      such as COMPASS_UNITS override its values, and arguments override both. With a uri, the sensors
      there are read, and a daemon only with --connect or --socket. The daemon has its own configuration.

      EXAMPLES
        compass config
        compass config set place 47.4,8.5
        compass config set units nautical
        compass config set uri                       removes the value
        compass config path
      """,
    subcommands: [ShowConfig.self, SetConfig.self, ConfigPath.self],
    defaultSubcommand: ShowConfig.self)
}

extension ServiceConfiguration {
  /// Prefix of environment variables that override values.
  static let environmentPrefix = "HEADINGD_"

  /// Variables with this prefix that are no values: for clients, and for the search for models.
  static let foreignVariables: Set = ["HEADINGD_SOCKET", "HEADINGD_DATA"]

  /// Finds what is wrong with values that this module cannot judge.
  package typealias Check = (ServiceConfiguration) -> [ConfigurationProblem]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file, YAML in UTF-8, at most 64 kB.
  ///   - environment: The environment, whose `HEADINGD_…` variables override values.
  ///   - kinds: The kinds of outputs; `nil` if the section `outputs` is not read, nor unknown
  ///     variables refused.
  ///   - check: Judges further values of what could be read; invalid values have their defaults.
  /// - Throws: All problems: no YAML, unknown keys, invalid values.
  package init(
    contentsOf path: String, environment: [String: String],
    outputs kinds: [any OutputConfiguration.Type]? = nil, check: Check = { _ in [] }
  ) throws(ConfigurationError) {
    try self.init(
      yaml: ConfigurationFile.text(path), path: path, environment: environment, outputs: kinds,
      check: check)
  }

  /// Reads a text.
  package init(
    yaml: String, path: String, environment: [String: String],
    outputs kinds: [any OutputConfiguration.Type]? = nil, check: Check = { _ in [] }
  ) throws(ConfigurationError) {
    (self, origins) = try ConfigurationFile.read(
      yaml: yaml, path: path, prefix: Self.environmentPrefix, environment: environment,
      foreign: kinds == nil ? nil : Self.foreignVariables
    ) { section in
      var configuration = Self(section, outputs: kinds)
      configuration.origins = section.origins
      section.report(check(configuration))
      return configuration
    }
    text = yaml
  }
}

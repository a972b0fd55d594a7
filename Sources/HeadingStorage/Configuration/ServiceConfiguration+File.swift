extension ServiceConfiguration {
  /// Prefix of environment variables that override values.
  static let environmentPrefix = "HEADINGD_"

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file, YAML in UTF-8, at most 64 kB.
  ///   - environment: The environment, whose `HEADINGD_…` variables override values.
  ///   - kinds: The kinds of outputs; `nil` if the section `outputs` is not read.
  /// - Throws: All problems: no YAML, unknown keys, invalid values.
  package init(
    contentsOf path: String, environment: [String: String],
    outputs kinds: [any OutputConfiguration.Type]? = nil
  ) throws(ConfigurationError) {
    try self.init(
      yaml: ConfigurationFile.text(path), path: path, environment: environment, outputs: kinds)
  }

  /// Reads a text.
  package init(
    yaml: String, path: String, environment: [String: String],
    outputs kinds: [any OutputConfiguration.Type]? = nil
  ) throws(ConfigurationError) {
    (self, origins) = try ConfigurationFile.read(
      yaml: yaml, path: path, prefix: Self.environmentPrefix, environment: environment
    ) { Self($0, outputs: kinds) }
    text = yaml
  }
}

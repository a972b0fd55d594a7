/// Configuration of an output: an entry of a list in the section `outputs`.
package protocol OutputConfiguration: Sendable, Hashable {
  /// Key of the list in the section.
  static var key: String { get }

  /// What the output sends to or listens on.
  var endpoint: OutputEndpoint { get }

  /// What is wrong on this machine with what it names, such as files, each in a sentence.
  var doubts: [String] { get }

  /// Reads an entry; `nil` if it is invalid, which is reported as a problem of the section.
  init?(_ section: ConfigurationSection)
}

extension OutputConfiguration {
  /// Nothing: it names nothing of this machine.
  package var doubts: [String] { [] }
}

/// What an output sends to or listens on, for the rule of the unit's network.
package enum OutputEndpoint: Sendable, Hashable {
  /// A device, a file or a socket of this machine.
  case local

  /// A host, by name or address.
  case host(String)

  /// One of several hosts.
  case hosts([String])

  /// Any client that connects to this address.
  case listener(address: String)
}

/// A configured output, comparable with those of other kinds.
package struct ConfiguredOutput: Sendable, Hashable {
  /// Configuration of the output.
  package let configuration: any OutputConfiguration

  /// Creates the entry of a configuration.
  package init(_ configuration: any OutputConfiguration) { self.configuration = configuration }

  /// Whether both are of one kind and equal.
  package static func == (left: Self, right: Self) -> Bool {
    AnyHashable(left.configuration) == AnyHashable(right.configuration)
  }

  /// Adds the configuration to a hash.
  package func hash(into hasher: inout Hasher) { configuration.hash(into: &hasher) }

  /// Reads the section `outputs`, which has a list for each kind.
  static func all(
    _ section: ConfigurationSection, of kinds: [any OutputConfiguration.Type]
  ) -> [ConfiguredOutput] {
    kinds.flatMap { kind in
      section.list(kind.key) { kind.init($0) }.compactMap { $0.map { ConfiguredOutput($0) } }
    }
  }
}

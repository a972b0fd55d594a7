package import HeadingStorage

extension AccessPolicy {
  /// Creates the policy of a configuration; omitted settings keep their defaults.
  package init(_ configuration: AccessConfiguration, group: String) {
    self.init(group: group)
    for (level, list) in [
      (AccessLevel.control, configuration.control), (.full, configuration.full),
      (.reduced, configuration.reduced), (.heading, configuration.heading),
    ] {
      if let list { peers[level] = list.compactMap(Peer.init) }
    }
    guard let level = configuration.tcp else { return }
    tcp =
      switch level {
      case "full": .full
      case "reduced": .reduced
      case "heading": .heading
      default: .none
      }
  }
}

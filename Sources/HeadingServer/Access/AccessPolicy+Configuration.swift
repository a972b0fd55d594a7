import HeadingStorage

extension AccessPolicy {
  /// The policy of a configuration; what it leaves out is as usual.
  init(_ configuration: AccessConfiguration, group: String) {
    self.init(group: group)
    for (level, list) in [
      (AccessLevel.control, configuration.control), (.full, configuration.full),
      (.reduced, configuration.reduced), (.heading, configuration.heading),
    ] {
      if let list { peers[level] = list.compactMap(Peer.init) }
    }
    tcp =
      switch configuration.tcp {
      case "none": .none
      case "heading": .heading
      case "reduced": .reduced
      default: .full
      }
  }
}

import HeadingStorage

/// What decides about the sockets for this machine's clients.
struct LocalConfiguration: Equatable {
  private let listen: ListenConfiguration
  private let access: AccessConfiguration

  init(_ configuration: ServiceConfiguration) {
    var (listen, access) = (configuration.listen, configuration.access)
    (listen.tcp, access.remote) = (nil, nil)
    (self.listen, self.access) = (listen, access)
  }
}

extension ServiceConfiguration {
  /// What decides about the sockets for this machine's clients.
  var local: LocalConfiguration { LocalConfiguration(self) }
}

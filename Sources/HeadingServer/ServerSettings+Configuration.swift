import FoundationEssentials
import HeadingAuthorization
import HeadingProtocol
import HeadingStorage

extension ServerSettings {
  /// Creates the settings of a configuration.
  ///
  /// - Parameters:
  ///   - configuration: The section `listen`; omitted settings keep this type's defaults.
  ///   - access: The section `access`.
  ///   - inherited: Sockets of the service manager, which replace the default socket path.
  init(_ configuration: ListenConfiguration, _ access: AccessConfiguration, inherited: [CInt]) {
    let usual =
      inherited.isEmpty
      ? SocketPath.forServer(environment: ProcessInfo.processInfo.environment) : nil
    self.init(socketPath: configuration.socket ?? usual, loopbackPort: configuration.port)
    inheritedSockets = inherited
    if let group = configuration.group { self.group = group }
    policy = AccessPolicy(access, group: group)
    if let subscribers = configuration.subscribers { maximumSubscribers = subscribers }
  }
}

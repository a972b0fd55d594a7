import Foundation
import HeadingProtocol
import HeadingStorage

extension ServerSettings {
  /// The settings of a configuration.
  ///
  /// - Parameters:
  ///   - configuration: Its section `listen`; what it leaves out has this type's defaults.
  ///   - access: Its section `access`.
  ///   - inherited: Sockets of the service manager, which take the place of a socket path of our own.
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

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

  /// Creates the settings of the port for other machines.
  ///
  /// - Parameters:
  ///   - configuration: The section `listen.tcp`.
  ///   - access: The section `access`.
  ///   - local: The settings of this machine's clients, whose descriptors are theirs.
  init(_ configuration: RemoteConfiguration, _ access: AccessConfiguration, beside local: Self) {
    self.init(socketPath: nil)
    isRemote = true
    maximumPending = DescriptorLimit.guests(atMost: maximumPending)
    maximumSubscribers = min(
      configuration.subscribers ?? 64,
      max(1, DescriptorLimit.forClients - local.maximumConnections - maximumPending))
    policy.peers = [:]
    policy.tcp =
      switch access.remote {
      case "control": .control
      case "full": .full
      case "reduced": .reduced
      default: .heading
      }
  }
}

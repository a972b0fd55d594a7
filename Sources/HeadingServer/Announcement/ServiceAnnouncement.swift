import Glibc
import HeadingProtocol
import HeadingStorage
import HeadingSystem
import Logging

/// Announces the port for other machines by mDNS and DNS-SD (RFC 6762, RFC 6763), through Avahi's
/// interface on the system bus, while Avahi runs.
///
/// Avahi is not started by it. Without Avahi, or without a bus, nothing is announced, and both are
/// awaited.
final class ServiceAnnouncement: Sendable {
  /// The type of the service.
  static let type = "_headingd._tcp"

  private let stop: StopSignal

  /// Starts to announce; `nil` if the port is not to be announced, or this machine alone reaches it.
  ///
  /// - Parameters:
  ///   - configuration: The port.
  ///   - logger: Gets the announced name, and the reason why there is none.
  init?(of configuration: RemoteConfiguration, logger: Logger) {
    guard configuration.isAnnounced, !configuration.isLocal else { return nil }
    guard let stop = StopSignal() else { return nil }
    self.stop = stop
    SystemThread.start {
      var publisher = AvahiPublisher(
        service: AnnouncedService(configuration), logger: logger, stop: stop)
      publisher.run()
    }
  }

  deinit { stop.set() }
}

/// What is announced of a port.
struct AnnouncedService: Sendable {
  /// The instance's name; another one is taken if it is taken in the network.
  var name: String
  var port: UInt16
  /// Keys and values of the TXT record.
  var texts: [String]

  /// The instance's name has at most so many bytes (RFC 6763, 4.1.1).
  private static let longestName = 63

  init(_ configuration: RemoteConfiguration, host: String = Self.hostName) {
    var name = "Heading of \(host)"
    while name.utf8.count > Self.longestName { name.removeLast() }
    self.name = name
    port = UInt16(clamping: configuration.port)
    texts = ["protocol=\(Greeting.currentVersion)"]
    switch configuration.protection {
    case .tls(_, _, let tokenFile, let clientAuthority):
      texts += ["tls=1", "token=\(tokenFile == nil ? 0 : 1)"]
      texts.append("client_certificate=\(clientAuthority == nil ? 0 : 1)")
    case .none: texts.append("tls=0")
    }
  }

  /// The name of this machine without its domain.
  private static var hostName: String { HostNames.short.isEmpty ? "Linux" : HostNames.short }
}

import HeadingStorage
import NIOCore
import Synchronization

/// The port for other machines: where it is, and the credentials in force.
final class RemoteEntrance: GuardedEntrance, Sendable {
  /// The section `listen.tcp`.
  let configuration: RemoteConfiguration

  private let current: Mutex<RemoteCredentials>

  /// Reads the files of a configuration.
  ///
  /// - Throws: The problem of the first unusable file.
  init(_ configuration: RemoteConfiguration) throws(RemoteCredentials.Problem) {
    self.configuration = configuration
    current = Mutex(try RemoteCredentials(configuration.protection))
  }

  func reload() throws(RemoteCredentials.Problem) {
    let credentials = try RemoteCredentials(configuration.protection)
    current.withLock { $0 = credentials }
  }

  /// The credentials in force.
  var credentials: RemoteCredentials { current.withLock { $0 } }
}

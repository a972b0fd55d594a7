import HeadingStorage
import Logging
import Synchronization

/// The port for other machines. It is apart from the sockets of this machine, whose clients stay connected whatever
/// happens to it.
extension DaemonParts {
  /// Time between two attempts to listen: the address may come with the network.
  private static let retry = Duration.seconds(5)

  /// Reads the certificates and the token of a configuration.
  ///
  /// - Throws: The problem of a file of a new section; a broken file of the section in force leaves the
  ///   credentials before in force, which the log reports.
  func entrance(_ new: ServiceConfiguration) throws -> RemoteEntrance? {
    try renewed(remote, new.listen.tcp, in: new) { wanted throws(RemoteCredentials.Problem) in
      try RemoteEntrance(wanted)
    }
  }

  /// The entrance of a section: the one in force, which reads its files again, unless the section is new.
  ///
  /// - Throws: As ``entrance(_:)``.
  func renewed<Entrance: GuardedEntrance>(
    _ current: Entrance?, _ wanted: Entrance.Configuration?, in new: ServiceConfiguration,
    make: (Entrance.Configuration) throws(RemoteCredentials.Problem) -> Entrance
  ) throws -> Entrance? {
    guard let wanted else { return nil }
    let same = current?.configuration == wanted ? current : nil
    do throws(RemoteCredentials.Problem) {
      guard let same else { return try make(wanted) }
      try same.reload()
      return same
    } catch {
      let problem = new.problem(error.key, error.message, path: "")
      guard let same else { throw ConfigurationError([problem]) }
      logger.error("the files before stay in force: \(problem)")
      return same
    }
  }

  /// Listens at another entrance, or for other rights.
  func serveRemotely(
    _ new: ServiceConfiguration, _ entrance: RemoteEntrance?, before old: ServiceConfiguration?
  ) async {
    let isSame =
      entrance === remote && new.access.remote == old?.access.remote
      && new.authorization == old?.authorization
    guard !isSame else { return }
    remoteListening?.cancel()
    await remoteListening?.value
    (remote, remoteListening) = (entrance, nil)
    guard let entrance else { return }
    let server = server(new, remote: entrance)
    let configuration = entrance.configuration
    remoteListening = Task { [publisher, logger] in
      var isTold = false
      let announcement = Mutex<ServiceAnnouncement?>(nil)
      while !Task.isCancelled {
        do throws(HeadingServerError) {
          try await server.run {
            publisher.remote = server
            announcement.withLock { $0 = ServiceAnnouncement(of: configuration, logger: logger) }
          }
          break
        } catch {
          if !isTold { logger.error("other machines cannot connect yet: \(error); trying again") }
          isTold = true
        }
        do { try await Task.sleep(for: Self.retry) } catch { break }
      }
      publisher.remote = nil
    }
  }
}

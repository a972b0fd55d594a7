import HeadingRuntime
import HeadingStorage
import Logging

/// The web page, whose server is apart from the sockets as that of other machines.
extension DaemonParts {
  /// Time between two attempts to listen: another program may hold the port.
  private static let retry = Duration.seconds(5)

  /// What is wrong with the page is reported as that of an output.
  private static let output = "web page"

  /// Reads the files of a configuration, for ``serveWeb(_:_:before:)``.
  ///
  /// - Throws: As ``entrance(_:)``.
  func webEntrance(_ new: ServiceConfiguration) throws -> WebEntrance? {
    try renewed(web, new.web, in: new) { wanted throws(RemoteCredentials.Problem) in
      try WebEntrance(wanted, history: web?.history ?? WebHistory(title: HostNames.short))
    }
  }

  /// Serves the page at an entrance, or with other rights.
  func serveWeb(
    _ new: ServiceConfiguration, _ entrance: WebEntrance?, before old: ServiceConfiguration?
  ) async {
    let isSame =
      entrance === web && new.access == old?.access
      && new.authorization == old?.authorization
    guard !isSame else { return }
    webListening?.cancel()
    await webListening?.value
    if web == nil, let history = entrance?.history {
      watching = [
        service.subscribe { history.take($0) }, service.observeNotices { history.take($0) },
      ]
    } else if entrance == nil, let watching {
      service.unsubscribe(watching[0])
      service.unsubscribe(watching[1])
      self.watching = nil
    }
    (web, webListening) = (entrance, nil)
    guard let entrance else { return }
    let server = server(new, web: entrance)
    // Until then somebody may ask who has just configured it.
    publisher.web = .failed("it is being started")
    webListening = Task { [publisher, service, logger] in
      var isTold = false
      while !Task.isCancelled {
        do throws(HeadingServerError) {
          try await server.run {
            publisher.web = .served(server, entrance)
            service.note(trouble: nil, of: Self.output)
            logger.info("web page on port \(entrance.configuration.port): `compass web`")
          }
          break
        } catch {
          if !isTold { logger.error("no web page yet: \(error); trying again") }
          isTold = true
          publisher.web = .failed("\(error)")
          service.note(trouble: "no web page yet: \(error)", of: Self.output)
        }
        do { try await Task.sleep(for: Self.retry) } catch { break }
      }
      publisher.web = .off
      service.note(trouble: nil, of: Self.output)
    }
  }
}

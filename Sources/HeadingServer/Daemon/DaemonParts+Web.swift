import HeadingRuntime
import HeadingStorage
import Logging

/// The web page, whose server is apart from the sockets as that of other machines.
extension DaemonParts {
  /// Time between two attempts to listen: another program may hold the port.
  private static let retry = Duration.seconds(5)

  /// Reads the files of a configuration, for ``serveWeb(_:_:before:)``.
  ///
  /// - Throws: The problem of the first unusable file.
  func webEntrance(
    _ new: ServiceConfiguration, before old: ServiceConfiguration?
  ) throws -> WebEntrance? {
    guard let wanted = new.web else { return nil }
    if let web, web.configuration == wanted { return web }
    do throws(RemoteCredentials.Problem) {
      return try WebEntrance(wanted, history: web?.history ?? WebHistory(title: HostNames.short))
    } catch {
      throw ConfigurationError([new.problem(error.key, error.message, path: "")])
    }
  }

  /// Serves the page at an entrance, or with other rights.
  func serveWeb(
    _ new: ServiceConfiguration, _ entrance: WebEntrance?, before old: ServiceConfiguration?
  ) async {
    let isSame =
      entrance?.token.text == web?.token.text && entrance?.configuration == web?.configuration
      && new.access == old?.access
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
    webListening = Task { [publisher, logger] in
      var isTold = false
      while !Task.isCancelled {
        do throws(HeadingServerError) {
          try await server.run {
            publisher.web = (server, entrance)
            logger.info("web page on port \(entrance.configuration.port): `compass web`")
          }
          break
        } catch {
          if !isTold { logger.error("no web page yet: \(error); trying again") }
          isTold = true
        }
        do { try await Task.sleep(for: Self.retry) } catch { break }
      }
      publisher.web = nil
    }
  }
}

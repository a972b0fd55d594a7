import Glibc
import HeadingProtocol
package import Logging

/// A client of MQTT that connects again after each loss, on one thread.
package struct MQTTSession {
  /// How an attempt ended.
  private struct Ending {
    var failure: MQTTFailure
    /// Seconds since the broker had accepted; `nil` if it had not.
    var duration: Double?
  }

  private let settings: MQTTSettings
  private let logger: Logger

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - settings: How it reaches its brokers.
  ///   - logger: Gets each new reason why none can be reached.
  package init(_ settings: MQTTSettings, logger: Logger) {
    (self.settings, self.logger) = (settings, logger)
  }

  /// Connects, and connects again, until the user has ended; blocks the thread.
  ///
  /// - Parameters:
  ///   - user: What publishes and subscribes; called on this thread.
  ///   - wake: A descriptor that can be read when the user wants a turn, which it drains; -1 for none.
  package func run(_ user: some MQTTSessionUser, wake: CInt) {
    Self.blockBrokenPipe()
    var version = settings.version == .three ? MQTTVersion.three : .five
    var backoff = MQTTBackoff()
    var told: Set<String> = []
    var (turn, failedServers) = (0, 0)
    while !user.isEnded {
      let server = settings.servers[turn % settings.servers.count]
      let ending = attempt(server, version, user, wake, isQuiet: backoff.disputed > 1) {
        told = []
      }
      guard let ending, !user.isEnded else { continue }
      let delay: Double
      if let duration = ending.duration {
        failedServers = 0
        turn += 1
        delay = backoff.afterLoss(
          lasting: duration, isTakenOver: ending.failure.kind == .takenOver,
          random: .random(in: 0...1))
        if backoff.disputed <= 1 { told = [] }
      } else if settings.version == .automatic, version == .five, ending.failure.kind == .version {
        version = .three
        continue
      } else {
        if settings.version == .automatic { version = .five }
        turn += 1
        failedServers += 1
        // Another server may answer at once.
        delay =
          failedServers % settings.servers.count == 0
          ? backoff.afterFailure(random: .random(in: 0...1)) : 0.05
      }
      let reason = reason(ending, disputed: backoff.disputed)
      if told.insert("\(server): \(reason)").inserted {
        logger.warning("MQTT cannot go to \(server): \(reason); trying again")
      }
      user.waiting(ending.failure)
      Self.pause(delay, user, wake)
    }
  }

  /// The reason for the log, with what to do.
  private func reason(_ ending: Ending, disputed: Int) -> String {
    let text = PlainText.of(ending.failure.description)
    if ending.failure.kind == .takenOver || ending.duration != nil && disputed > 2 {
      let doubt = ending.failure.kind == .takenOver ? "" : "; perhaps"
      return text + "\(doubt) another robot has the name too: identifiers such as "
        + "'\(settings.clientIdentifier)' must differ"
    }
    return text + hint(ending)
  }

  /// What a server may want that closes a connection without a word.
  private func hint(_ ending: Ending) -> String {
    let text = ending.failure.description
    guard ending.duration == nil, text.hasPrefix("it closed") || text == MQTTFailure.plainTLS
    else { return "" }
    guard let security = settings.security else { return "; perhaps this port speaks TLS: `tls`" }
    return security.certificate == nil
      ? "; perhaps it wants a client's `certificate`, or does not speak TLS on this port" : ""
  }

  /// Waits, while the user stores what happens.
  private static func pause(_ seconds: Double, _ user: some MQTTSessionUser, _ wake: CInt) {
    let end = Newest<Bool>.now + seconds
    while !user.isEnded, Newest<Bool>.now < end {
      var descriptor = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&descriptor, 1, CInt(max(end - Newest<Bool>.now, 0) * 1000) + 1)
      user.waiting(nil)
    }
  }

  /// Connects to one server and stays connected; `nil` after an orderly end.
  private func attempt(
    _ server: MQTTServer, _ version: MQTTVersion, _ user: some MQTTSessionUser, _ wake: CInt,
    isQuiet: Bool, whenAccepted: () -> Void
  ) -> Ending? {
    var failure = MQTTFailure(.unreachable, "it has no address")
    do throws(MQTTFailure) {
      for anyAddress in try families(of: server) {
        let ending = attempt(
          server, version, from: anyAddress, user, wake, isQuiet: isQuiet,
          whenAccepted: whenAccepted)
        guard let ending, ending.duration == nil, ending.failure.kind == .unreachable else {
          return ending
        }
        failure = ending.failure
      }
    } catch {
      failure = error
    }
    return Ending(failure: failure, duration: nil)
  }

  private func attempt(
    _ server: MQTTServer, _ version: MQTTVersion, from anyAddress: String?,
    _ user: some MQTTSessionUser, _ wake: CInt, isQuiet: Bool, whenAccepted: () -> Void
  ) -> Ending? {
    var accepted: Double?
    do throws(MQTTFailure) {
      let connection = try MQTTConnection(to: server, settings, version: version)
      try connection.open(settings, from: anyAddress)
      let deadline = Newest<Bool>.now + Double(settings.keepAlive)
      var delay = 1.0
      while true {
        if user.isEnded {
          if accepted != nil {
            user.ending(connection)
            connection.finish()
          }
          return nil
        }
        for incoming in try connection.wait(delay, or: wake) {
          switch incoming {
          case .accepted:
            accepted = Newest<Bool>.now
            if !isQuiet {
              let name = version == .five ? "MQTT 5" : "MQTT 3.1.1"
              let isSecure = settings.security != nil
              logger.info("MQTT goes to \(server) by \(name)\(isSecure ? " and TLS" : "")")
            }
            whenAccepted()
            try user.connected(connection)
          case .refused(let code): throw MQTTFailure.refusal(code, version: version)
          case .ended(let code): throw MQTTFailure.refusal(code, version: version)
          case .message(let message): try user.received(message, connection)
          case .acknowledged(let identifier, let code):
            let refusal = code >= 128 ? MQTTFailure.reason(code) : nil
            try user.acknowledged(identifier, refusal: refusal, connection)
          case .subscribed(let isRefused):
            if isRefused { throw MQTTFailure(.credentials, "it does not permit the subscription") }
          }
        }
        if accepted != nil {
          delay = try user.turn(connection)
        } else {
          user.waiting(nil)
          guard Newest<Bool>.now < deadline else {
            throw MQTTFailure(.other, "it accepts a connection and does not answer")
          }
        }
      }
    } catch {
      return Ending(failure: error, duration: accepted.map { Newest<Bool>.now - $0 })
    }
  }

  /// An address to bind to for each family of addresses that a server has; the library tries only the
  /// first of all addresses, which for `localhost` may be one where nobody listens.
  ///
  /// May block for as long as the name service does.
  private func families(of server: MQTTServer) throws(MQTTFailure) -> [String?] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(server.host, nil, &hints, &list)
    defer { if let first = unsafe list { unsafe freeaddrinfo(first) } }
    guard code == 0 else {
      let name = "no host is called '\(server.host)'"
      let text = code == EAI_AGAIN ? "the name service does not answer" : name
      throw MQTTFailure(.unreachable, text)
    }
    var families: [String] = []
    var entry = unsafe list
    while let address = unsafe entry {
      let family = unsafe address.pointee.ai_family == AF_INET6 ? "::" : "0.0.0.0"
      if !families.contains(family) { families.append(family) }
      unsafe entry = address.pointee.ai_next
    }
    return families.count > 1 ? families : [nil]
  }

  /// A write to a closed connection must be an error, not the end of the program.
  private static func blockBrokenPipe() {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGPIPE)
    _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }
}

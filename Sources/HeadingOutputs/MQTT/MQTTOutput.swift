import Glibc
package import HeadingRuntime
package import HeadingStorage
import HeadingSystem
package import Logging
import Synchronization

/// Publishes states and events to a broker of MQTT.
package struct MQTTOutput: HeadingOutput {
  package static let key = "mqtt"

  /// Longest wait for the end of the session's thread, s: a name service may hold it.
  private static let patience = 2.0

  private let configuration: MQTTConfiguration

  /// Creates an output of a configuration.
  package init(_ configuration: MQTTConfiguration) { self.configuration = configuration }

  package init?(_ section: ConfigurationSection) {
    guard let configuration = MQTTConfiguration(section) else { return nil }
    self.init(configuration)
  }

  package var endpoint: OutputEndpoint { .hosts(configuration.servers.map(\.host)) }

  package var doubts: [String] {
    let security = configuration.security
    let files = [
      configuration.passwordFile, security?.certificateAuthority, security?.certificate,
      security?.key,
    ]
    var doubts: [String] = []
    for case let file? in files {
      do throws(CredentialFile.Problem) {
        if try CredentialFile.content(file).isEmpty { doubts.append("\(file) is empty") }
      } catch {
        doubts.append("\(file) cannot be read: \(error.reason)")
      }
    }
    for case let file? in [configuration.passwordFile, security?.key]
    where CredentialFile.isReadableByAll(file) {
      doubts.append("\(file) can be read by every user: chmod 640")
    }
    return doubts
  }

  package func run(on service: HeadingService, logger: Logger) async {
    guard let inbox = MQTTInbox(configuration) else {
      return logger.warning("no MQTT: no pipe can be had")
    }
    let (ended, signal) = AsyncStream.makeStream(of: Void.self)
    let configuration = configuration
    let hasThread = SystemThread.start {
      let publisher = MQTTPublisher(configuration, inbox, logger: logger) { notice, trouble in
        service.note(trouble: trouble, of: configuration.root)
        service.notice(notice)
      }
      MQTTSession(configuration.settings, logger: logger).run(publisher, wake: inbox.descriptor)
      publisher.close()
      service.note(trouble: nil, of: configuration.root)
      signal.finish()
    }
    guard hasThread else { return logger.warning("no MQTT: no thread can be had") }
    let tokens = [
      service.subscribe { inbox.take($0) },
      service.observeNotices { inbox.take($0) },
      service.listen { inbox.take($0) },
    ]
    // The sleep ends when the task is cancelled.
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
    for token in tokens { service.unsubscribe(token) }
    inbox.end()
    await Self.wait(for: ended)
  }

  /// Waits until the thread has said farewell; not for ever, and not cancelled with the output's task.
  private static func wait(for ended: AsyncStream<Void>) async {
    await Task.detached {
      await withTaskGroup { group in
        group.addTask { for await _ in ended {} }
        group.addTask { try? await Task.sleep(for: .seconds(patience)) }
        await group.next()
        group.cancelAll()
      }
    }.value
  }
}

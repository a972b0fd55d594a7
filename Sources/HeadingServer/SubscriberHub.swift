import Foundation
import HeadingProtocol
import NIOCore

/// The subscribers of one server; lives on the server's event loop.
final class SubscriberHub {
  private let settings: ServerSettings
  private let coder = MessageCoder()
  private var subscribers: [ObjectIdentifier: SubscriberHandler] = [:]

  /// The greeting, the same for all.
  let greeting: ByteBuffer

  init(_ settings: ServerSettings) throws {
    self.settings = settings
    greeting = ByteBuffer(bytes: try coder.line(Greeting(server: settings.serverName)))
  }

  /// How many there are.
  var count: Int { subscribers.count }

  /// Takes a subscriber; false if there are too many.
  func add(_ subscriber: SubscriberHandler) -> Bool {
    guard subscribers.count < settings.maximumSubscribers else { return false }
    subscribers[ObjectIdentifier(subscriber)] = subscriber
    return true
  }

  /// Forgets a subscriber.
  func remove(_ subscriber: SubscriberHandler) {
    subscribers[ObjectIdentifier(subscriber)] = nil
  }

  /// Encodes a message once and offers it to everybody.
  func publish(_ message: SolutionMessage, missedBefore: Int) {
    guard !subscribers.isEmpty else { return }
    let line = ByteBuffer(bytes: message.line)
    for subscriber in subscribers.values {
      subscriber.offer(line, at: message.bootTime, missedBefore: missedBefore)
    }
  }

  /// Closes every connection.
  func closeAll() {
    for subscriber in subscribers.values { subscriber.close() }
  }

  /// A line of the protocol; `nil` if it cannot be encoded, which no message can cause.
  func buffer(_ message: some Encodable) -> ByteBuffer? {
    (try? coder.line(message)).map { ByteBuffer(bytes: $0) }
  }
}

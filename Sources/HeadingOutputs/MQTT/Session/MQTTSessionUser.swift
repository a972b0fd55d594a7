/// What uses a session; called on the session's thread only.
package protocol MQTTSessionUser: AnyObject {
  /// Whether the session is to end.
  var isEnded: Bool { get }

  /// Called once the broker has accepted a connection.
  func connected(_ connection: MQTTConnection) throws(MQTTFailure)

  /// Called for each message of a subscription.
  func received(_ message: MQTTMessage, _ connection: MQTTConnection) throws(MQTTFailure)

  /// Called when the broker has taken a message of quality 1, or the system one of quality 0.
  ///
  /// - Parameters:
  ///   - identifier: What publishing it returned.
  ///   - refusal: Why the broker does not want it; `nil` if it does. MQTT 5 only.
  ///   - connection: The connection.
  /// - Throws: Why the connection is to end.
  func acknowledged(
    _ identifier: Int32, refusal: String?, _ connection: MQTTConnection) throws(MQTTFailure)

  /// Called at least every second, and when the descriptor for waking can be read.
  ///
  /// - Parameter connection: The connection.
  /// - Returns: Seconds to the next call, if nothing happens.
  /// - Throws: Why the connection is to end.
  func turn(_ connection: MQTTConnection) throws(MQTTFailure) -> Double

  /// Called in place of ``turn(_:)`` while there is no connection.
  ///
  /// - Parameter failure: Why the last attempt failed; `nil` during an attempt.
  func waiting(_ failure: MQTTFailure?)

  /// Called before an orderly end of a connection, for last messages.
  func ending(_ connection: MQTTConnection)
}

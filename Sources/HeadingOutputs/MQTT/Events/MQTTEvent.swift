/// An event that waits for the broker.
struct MQTTEvent: Sendable, Hashable {
  /// The identifier of the queue.
  var stream: String

  /// The number within the stream.
  var sequence: UInt64

  /// The payload.
  var payload: [UInt8]

  /// Makes the payload of a number.
  typealias Maker = (_ stream: String, _ sequence: UInt64) -> [UInt8]

  /// Makes the payload of an event that says which ones are lost.
  typealias DroppedMaker = (
    _ stream: String, _ sequence: UInt64, _ lost: ClosedRange<UInt64>
  ) -> [UInt8]

  /// A new identifier: 64 random bits.
  static func newStream() -> String {
    let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

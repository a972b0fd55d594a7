/// A notification, which a server shows to the crew.
struct SignalKNotification: Encodable, Equatable {
  /// How grave it is.
  enum State: String, Encodable {
    case normal, warn, alarm
  }

  var state: State
  /// How it is presented; empty for `normal`.
  var method: [String]
  var message: String
}

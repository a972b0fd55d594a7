/// What a server knows of a path besides its value.
struct SignalKMetadata: Encodable, Equatable {
  /// A range of values with a state of its own.
  struct Zone: Encodable, Equatable {
    var lower: Double?
    var upper: Double?
    var state: SignalKNotification.State
    var message: String
  }

  /// The SI unit; `nil` for objects and texts.
  var units: String?

  /// What the value is.
  var description: String

  /// Seconds after which a value is no longer valid.
  var timeout: Double?

  /// Zones of the value.
  var zones: [Zone]?
}

package import HeadingSensing

/// What a session gives to its owner.
package enum FeedOutput: Sendable, Hashable {
  /// Simultaneous events.
  case events([SensorEvent])

  /// A message for users.
  case notice(SensorNotice)

  /// A reason for the sender.
  case refusal(String)

  /// A declaration took effect.
  case declared(FeedDeclaration)

  /// The first fix of a flight controller's receiver.
  case fixes

  /// Bytes for the sender.
  case reply([UInt8])
}

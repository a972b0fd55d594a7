/// A listener that is on a hub while it is needed, and never twice.
///
/// Kept and changed under its owner's lock, so that two threads cannot both begin or end it; the hub hands
/// out updates without a lock of its own.
public struct SensorSubscription: Sendable {
  private var token: UInt64?

  /// Makes one that does not listen.
  public init() {}

  /// Begins or ends listening, if that is not so already.
  ///
  /// - Parameters:
  ///   - isNeeded: Whether updates are wanted from now on.
  ///   - hub: The sensors; the same in every call.
  ///   - receiver: Takes an update, in whatever thread made it.
  public mutating func keep(
    _ isNeeded: Bool, on hub: SensorHub, _ receiver: @escaping @Sendable (SensorUpdate) -> Void
  ) {
    if isNeeded, token == nil {
      token = hub.subscribe(receiver)
    } else if !isNeeded {
      end(on: hub)
    }
  }

  /// Ends listening.
  public mutating func end(on hub: SensorHub) {
    guard let token else { return }
    self.token = nil
    hub.unsubscribe(token)
  }
}

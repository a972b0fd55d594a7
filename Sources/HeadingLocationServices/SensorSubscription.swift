/// A subscription to a hub that is active while needed, and at most once.
///
/// Kept and changed under its owner's lock, so that two threads cannot both begin or end it; the
/// hub delivers updates without holding a lock.
public struct SensorSubscription: Sendable {
  private var token: UInt64?

  /// Creates an inactive subscription.
  public init() {}

  /// Begins or ends the subscription if its state differs.
  ///
  /// - Parameters:
  ///   - isNeeded: Whether updates are needed from now on.
  ///   - hub: The sensors; the same in every call.
  ///   - receiver: Receives updates on any thread.
  public mutating func keep(
    _ isNeeded: Bool, on hub: SensorHub, _ receiver: @escaping @Sendable (SensorUpdate) -> Void
  ) {
    if isNeeded, token == nil {
      token = hub.subscribe(receiver)
    } else if !isNeeded {
      end(on: hub)
    }
  }

  /// Ends the subscription.
  public mutating func end(on hub: SensorHub) {
    guard let token else { return }
    self.token = nil
    hub.unsubscribe(token)
  }
}

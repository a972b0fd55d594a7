extension CLMonitor {
  /// A condition and its state.
  public struct Record: Sendable {
    /// The condition.
    public let condition: any CLCondition

    /// The event before the newest one, so that the newest can be compared with it.
    ///
    /// Before the first event it has the state with which the condition was added.
    public let lastEvent: Event
  }

  /// A change of a condition's state.
  public struct Event: Sendable {
    /// The state of a condition.
    public enum State: UInt, Sendable, Codable {
      /// Not determined yet.
      case unknown

      /// The condition is satisfied.
      case satisfied

      /// The condition is not satisfied.
      case unsatisfied

      /// The condition is not monitored; the event has the reason.
      case unmonitored
    }

    /// The condition's identifier.
    public let identifier: String

    /// The condition's state.
    public let state: State

    /// Time at which the state was detected.
    public let date: Date

    /// The beacon that satisfies a condition for several; `nil` for other conditions.
    public internal(set) var refinement: (any CLCondition)?

    /// Whether access is denied, by the user or because location services are disabled.
    public internal(set) var authorizationDenied = false

    /// Whether location services are disabled for all programs.
    public internal(set) var authorizationDeniedGlobally = false

    /// Whether the administrator denies access.
    public internal(set) var authorizationRestricted = false

    /// Whether the user is being asked for authorization; always false on Linux.
    public internal(set) var authorizationRequestInProgress = false

    /// Whether the program has reduced accuracy, too coarse for monitoring.
    public internal(set) var accuracyLimited = false

    /// Whether the condition cannot be monitored: an invalid circle, or a beacon without Bluetooth.
    public internal(set) var conditionUnsupported = false

    /// Whether the limit of 20 conditions is reached.
    public internal(set) var conditionLimitExceeded = false

    /// Whether the program is not in use; always false on Linux.
    public internal(set) var insufficientlyInUse = false

    /// Whether the monitor's conditions cannot be saved.
    public internal(set) var persistenceUnavailable = false

    /// Whether a ``CLServiceSession`` is required but none exists; always false on Linux.
    public internal(set) var serviceSessionRequired = false

    init(_ identifier: String, _ state: State, date: Date) {
      self.identifier = identifier
      self.state = state
      self.date = date
    }
  }

  /// The events of a monitor as an asynchronous sequence, which ends with the monitor.
  public struct Events: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = Event

    let stream: @Sendable () -> AsyncThrowingStream<Event, any Error>

    /// Returns an iterator over the events; it ends an earlier iterator's sequence.
    public func makeAsyncIterator() -> Iterator {
      Iterator(stream: stream().makeAsyncIterator())
    }

    /// An iterator over the events of a monitor.
    public struct Iterator: AsyncIteratorProtocol {
      var stream: AsyncThrowingStream<Event, any Error>.Iterator

      /// Returns the next event; `nil` after the end, never throws.
      public mutating func next() async throws -> Event? {
        try await stream.next(isolation: #isolation)
      }
    }
  }
}

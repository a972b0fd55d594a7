extension CLMonitor {
  /// What is known of a condition.
  public struct Record: Sendable {
    /// The condition.
    public let condition: any CLCondition

    /// What happened to it last, before the event that is being handled.
    public let lastEvent: Event
  }

  /// A condition has changed.
  public struct Event: Sendable {
    /// Whether a condition holds.
    public enum State: UInt, Sendable, Codable {
      /// Not known yet.
      case unknown

      /// It holds.
      case satisfied

      /// It does not hold.
      case unsatisfied

      /// It is not watched; the event says why.
      case unmonitored
    }

    /// The condition's name.
    public let identifier: String

    /// Whether it holds.
    public let state: State

    /// When that was seen.
    public let date: Date

    /// The condition that holds more exactly; `nil` if it is the one asked for.
    public internal(set) var refinement: (any CLCondition)?

    /// The user refused.
    public internal(set) var authorizationDenied = false

    /// Location is off for all programs.
    public internal(set) var authorizationDeniedGlobally = false

    /// The administrator forbids it.
    public internal(set) var authorizationRestricted = false

    /// The user is being asked.
    public internal(set) var authorizationRequestInProgress = false

    /// Places are blurred, which is too coarse for conditions.
    public internal(set) var accuracyLimited = false

    /// This kind of condition cannot be watched here.
    public internal(set) var conditionUnsupported = false

    /// There are 20 conditions already.
    public internal(set) var conditionLimitExceeded = false

    /// The program is not in use; on Linux it always is.
    public internal(set) var insufficientlyInUse = false

    /// What is watched cannot be kept.
    public internal(set) var persistenceUnavailable = false

    /// A service session is needed and none is held.
    public internal(set) var serviceSessionRequired = false

    init(_ identifier: String, _ state: State, date: Date) {
      self.identifier = identifier
      self.state = state
      self.date = date
    }
  }

  /// The events of a monitor; they end with the monitor.
  public struct Events: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = Event

    let stream: @Sendable () -> AsyncThrowingStream<Event, any Error>

    /// Begins to hand out events.
    public func makeAsyncIterator() -> Iterator {
      Iterator(stream: stream().makeAsyncIterator())
    }

    /// Hands out events.
    public struct Iterator: AsyncIteratorProtocol {
      var stream: AsyncThrowingStream<Event, any Error>.Iterator

      /// The next event.
      public mutating func next() async throws -> Event? {
        try await stream.next(isolation: #isolation)
      }
    }
  }
}

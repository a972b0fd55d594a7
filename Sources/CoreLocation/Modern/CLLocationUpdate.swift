/// A place as it comes out of ``liveUpdates(_:)``, or why there is none.
public struct CLLocationUpdate: Sendable {
  /// The place; `nil` while there is none.
  public internal(set) var location: CLLocation?

  /// Whether the device rests; updates then pause until it moves.
  public internal(set) var stationary = false

  /// The old name of ``stationary``.
  public var isStationary: Bool { stationary }

  /// The user refused.
  public internal(set) var authorizationDenied = false

  /// Location is off for all programs.
  public internal(set) var authorizationDeniedGlobally = false

  /// The administrator forbids it.
  public internal(set) var authorizationRestricted = false

  /// The user is being asked.
  public internal(set) var authorizationRequestInProgress = false

  /// The program is not in use; on Linux it always is.
  public internal(set) var insufficientlyInUse = false

  /// There is no place at the moment.
  public internal(set) var locationUnavailable = false

  /// Places are blurred.
  public internal(set) var accuracyLimited = false

  /// A service session is needed and none is held.
  public internal(set) var serviceSessionRequired = false

  /// What the device is doing, which tells when it rests.
  public enum LiveConfiguration: Sendable {
    /// None of the others.
    case `default`

    /// In a car, on roads.
    case automotiveNavigation

    /// In another vehicle.
    case otherNavigation

    /// On foot.
    case fitness

    /// In the air.
    case airborne
  }

  /// The places from now on; the first iteration asks the user if that was not done yet.
  ///
  /// - Parameter configuration: What the device is doing.
  /// - Returns: A sequence that does not end by itself.
  public static func liveUpdates(
    _ configuration: LiveConfiguration = .default
  ) -> Updates { Updates(configuration: configuration, services: .shared) }

  /// Places as an asynchronous sequence.
  public struct Updates: AsyncSequence, Sendable {
    /// A place, or why there is none.
    public typealias Element = CLLocationUpdate

    let configuration: LiveConfiguration
    let services: LocationServices

    /// Begins to hand out places.
    public func makeAsyncIterator() -> Iterator {
      Iterator(stream: LiveUpdates.stream(configuration, services).makeAsyncIterator())
    }

    /// Hands out places.
    public struct Iterator: AsyncIteratorProtocol {
      var stream: AsyncThrowingStream<CLLocationUpdate, any Error>.Iterator

      /// The next place, or why there is none.
      public mutating func next() async throws -> CLLocationUpdate? {
        try await stream.next(isolation: #isolation)
      }
    }
  }
}

/// A location from ``liveUpdates(_:)``, or the reason why there is none.
public struct CLLocationUpdate: Sendable {
  /// The location; `nil` while there is none.
  public internal(set) var location: CLLocation?

  /// Whether the device is at rest; updates then pause until it moves.
  public internal(set) var stationary = false

  /// Former name of ``stationary``.
  public var isStationary: Bool { stationary }

  /// Whether access is denied, by the user or because location services are disabled.
  public internal(set) var authorizationDenied = false

  /// Whether location services are disabled for all programs.
  public internal(set) var authorizationDeniedGlobally = false

  /// Whether the administrator denies access.
  public internal(set) var authorizationRestricted = false

  /// Whether the user is being asked for authorization.
  public internal(set) var authorizationRequestInProgress = false

  /// Whether the program is not in use; always false on Linux.
  public internal(set) var insufficientlyInUse = false

  /// Whether the location is not available at present.
  public internal(set) var locationUnavailable = false

  /// Whether the program has reduced accuracy.
  public internal(set) var accuracyLimited = false

  /// Whether a ``CLServiceSession`` is required but none exists.
  public internal(set) var serviceSessionRequired = false

  /// The user's activity; it sets the time at rest after which updates pause.
  public enum LiveConfiguration: Sendable {
    /// Any other activity.
    case `default`

    /// Driving a road vehicle.
    case automotiveNavigation

    /// Moving in another vehicle.
    case otherNavigation

    /// Walking, running or cycling.
    case fitness

    /// Flying.
    case airborne
  }

  /// Returns the locations from now on as an asynchronous sequence.
  ///
  /// An iteration requests authorization if it is not determined, unless `Info.plist` requires an
  /// explicit ``CLServiceSession``. Of unread updates the newest 64 are kept.
  ///
  /// - Parameter configuration: The user's activity.
  /// - Returns: A sequence that does not end by itself.
  public static func liveUpdates(
    _ configuration: LiveConfiguration = .default
  ) -> Updates { Updates(configuration: configuration, services: .shared) }

  /// Location updates as an asynchronous sequence.
  public struct Updates: AsyncSequence, Sendable {
    /// A location, or the reason why there is none.
    public typealias Element = CLLocationUpdate

    let configuration: LiveConfiguration
    let services: LocationServices

    /// Starts location updates and returns an iterator over them.
    public func makeAsyncIterator() -> Iterator {
      Iterator(stream: LiveUpdates.stream(configuration, services).makeAsyncIterator())
    }

    /// An iterator over location updates.
    public struct Iterator: AsyncIteratorProtocol {
      var stream: AsyncThrowingStream<CLLocationUpdate, any Error>.Iterator

      /// Returns the next update; `nil` after cancellation, never throws.
      public mutating func next() async throws -> CLLocationUpdate? {
        try await stream.next(isolation: #isolation)
      }
    }
  }
}

import HeadingAuthorization
import HeadingLocationServices
import HeadingMonitoring
import HeadingProtocol
import Synchronization

/// Creates the stream of ``CLLocationUpdate/liveUpdates(_:)``.
enum LiveUpdates {
  private struct State {
    var service = LocationUpdateService()
    var last: (authorization: Authorization, lacksSession: Bool)?
    var place: CLLocation?
    /// The location at rest; no updates until the device leaves it.
    var rest: CLLocation?
  }

  static func stream(
    _ configuration: CLLocationUpdate.LiveConfiguration, _ services: LocationServices
  ) -> AsyncThrowingStream<CLLocationUpdate, any Error> {
    let (stream, output) = AsyncThrowingStream.makeStream(
      of: CLLocationUpdate.self, bufferingPolicy: .bufferingNewest(64))
    let state = Mutex(State())
    let box = Box(state)
    box.state.withLock { state in
      state.service.activity = activity(configuration)
      _ = state.service.start()
    }
    let center = services.center
    if center.current.grant == .notDetermined, !center.description.needsSession {
      center.requestWhenInUse()
    }
    let token = services.hub.subscribe { update in
      for update in box.take(update, services) { output.yield(update) }
    }
    output.onTermination = { _ in services.hub.unsubscribe(token) }
    return stream
  }

  private final class Box: Sendable {
    let state: Mutex<State>
    init(_ state: consuming Mutex<State>) { self.state = state }

    func take(_ update: SensorUpdate, _ services: LocationServices) -> [CLLocationUpdate] {
      let authorization = services.center.current
      return state.withLock { state in
        let lacksSession =
          services.center.description.needsSession && !ServiceSessionCount.isHeld(services.center)
        var base = LiveUpdates.diagnosis(authorization, lacksSession: lacksSession)
        let isKnown = state.last.map { $0 == (authorization, lacksSession) } ?? false
        state.last = (authorization, lacksSession)
        guard authorization.isGranted, !lacksSession else { return isKnown ? [] : [base] }
        let events: [ManagerEvent]
        switch update {
        case .silence: events = state.service.takeSilence()
        case .message(let message):
          events = state.service.take(message, isReduced: authorization.isReduced) {
            CLLocation(message, date: services.date(of: message))
          }
        }
        return events.compactMap { event in
          switch event {
          case .locations(let places, _):
            guard let place = places.last else { return nil }
            state.place = place
            if let rest = state.rest {
              let reach = max(RestDetector.radius, 2 * place.horizontalAccuracy)
              guard place.distance(from: rest) > reach else { return nil }
              state.rest = nil
            }
            base.location = place
            base.stationary = false
            return base
          case .failed:
            base.locationUnavailable = true
            return base
          case .paused:
            // Updates continue internally: the first location outside the radius ends the rest.
            _ = state.service.start()
            guard state.rest == nil else { return nil }
            state.rest = state.place
            base.location = state.place
            base.stationary = true
            return base
          default: return nil
          }
        }
      }
    }
  }

  private static func diagnosis(
    _ authorization: Authorization, lacksSession: Bool
  ) -> CLLocationUpdate {
    var update = CLLocationUpdate()
    update.accuracyLimited = authorization.isReduced
    update.serviceSessionRequired = lacksSession
    switch authorization.grant {
    case .denied:
      update.authorizationDenied = true
      update.authorizationDeniedGlobally = !authorization.isEnabled
    case .restricted: update.authorizationRestricted = true
    case .notDetermined: update.authorizationRequestInProgress = !lacksSession
    case .always, .whenInUse: break
    }
    return update
  }

  private static func activity(
    _ configuration: CLLocationUpdate.LiveConfiguration
  ) -> CLActivityType {
    switch configuration {
    case .default: .other
    case .automotiveNavigation: .automotiveNavigation
    case .otherNavigation: .otherNavigation
    case .fitness: .fitness
    case .airborne: .airborne
    }
  }
}

import HeadingLocationServices
import HeadingProtocol
import Synchronization

/// Makes the stream behind ``CLLocationUpdate/liveUpdates(_:)``.
enum LiveUpdates {
  private struct State {
    var service = LocationService()
    var last: Authorization?
    var isStill = false
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
        var base = LiveUpdates.diagnosis(authorization, services)
        defer { state.last = authorization }
        guard authorization.isGranted else {
          return state.last == authorization ? [] : [base]
        }
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
            base.location = places.last
            return base
          case .failed:
            base.locationUnavailable = true
            return base
          case .paused:
            // Goes on listening; the next place after movement ends the rest.
            _ = state.service.start()
            base.stationary = true
            return base
          default: return nil
          }
        }
      }
    }
  }

  private static func diagnosis(
    _ authorization: Authorization, _ services: LocationServices
  ) -> CLLocationUpdate {
    var update = CLLocationUpdate()
    update.accuracyLimited = authorization.isReduced
    switch authorization.grant {
    case .denied:
      update.authorizationDenied = true
      update.authorizationDeniedGlobally = !authorization.isEnabled
    case .restricted: update.authorizationRestricted = true
    case .notDetermined:
      if services.center.description.needsSession {
        update.serviceSessionRequired = true
      } else {
        update.authorizationRequestInProgress = true
      }
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

import HeadingLocationServices
import HeadingProtocol
import HeadingSensing
import Testing

@testable import CoreLocation

/// Delegates that omit methods, and the methods called then.
@MainActor @Suite struct DelegateTests {
  /// Implements nothing.
  private final class Silent: NSObject, CLLocationManagerDelegate {}

  /// Implements only the former method.
  private final class Old: NSObject, CLLocationManagerDelegate {
    var statuses: [CLAuthorizationStatus] = []
    func locationManager(
      _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
    ) { statuses.append(status) }
  }

  /// Implements both.
  private final class Both: NSObject, CLLocationManagerDelegate {
    var log: [String] = []
    func locationManager(
      _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
    ) { log.append("old") }
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) { log.append("new") }
  }

  @Test func `a delegate without methods accepts every event`() async {
    let rig = Rig()
    let (manager, delegate) = (CLLocationManager(services: rig.services), Silent())
    manager.delegate = delegate
    manager.startUpdatingLocation()
    manager.startUpdatingHeading()
    manager.startMonitoringVisits()
    manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: UUID()))
    manager.allowDeferredLocationUpdates(untilTraveled: 1, timeout: 1)
    await rig.origin.opened()
    await rig.emit(Rig.place(1, 37, 127))
    await rig.emit(Rig.heading(20, reasons: .uncalibrated))
    #expect(manager.location?.coordinate.latitude == 37)
    #expect(manager.heading?.magneticHeading == 20)
  }

  @Test func `the former authorization method is called only without the new one`() async {
    let rig = Rig(.always)
    let (first, old) = (CLLocationManager(services: rig.services), Old())
    let (second, both) = (CLLocationManager(services: rig.services), Both())
    first.delegate = old
    second.delegate = both
    await rig.drain()
    #expect(old.statuses == [.authorizedAlways])
    #expect(both.log == ["new"])
  }

  @Test func `delegate methods can be called as optional ones`() {
    let manager = CLLocationManager(services: Rig().services)
    let recorder = Recorder()
    manager.delegate = recorder
    let region = CLCircularRegion(center: CLLocationCoordinate2D(), radius: 1, identifier: "home")
    manager.delegate?.locationManager?(manager, didUpdateLocations: [CLLocation()])
    manager.delegate?.locationManager?(manager, didUpdateHeading: CLHeading())
    manager.delegate?.locationManager?(manager, didFailWithError: CLError(.network))
    manager.delegate?.locationManager?(manager, didEnterRegion: region)
    manager.delegate?.locationManager?(manager, didExitRegion: region)
    manager.delegate?.locationManager?(manager, didVisit: CLVisit())
    manager.delegate?.locationManagerDidPauseLocationUpdates?(manager)
    #expect(recorder.log == ["places", "heading", "error", "paused"])
    #expect(recorder.regions == ["in home", "out home"])
    #expect(recorder.visits.count == 1)
    #expect(manager.delegate?.locationManagerShouldDisplayHeadingCalibration?(manager) == false)
  }

  @Test func `a region class is available only with its sensors`() {
    let rig = Rig()
    let classes: [AnyClass] = [CLCircularRegion.self, CLBeaconRegion.self, CLRegion.self]
    func table(location: Bool, bluetooth: Bool) -> [Bool] {
      var availability = SensorAvailability()
      availability.hasLocation = location
      rig.origin.availability = availability
      rig.scanner.isAvailable = bluetooth
      return classes.map { rig.services.isMonitoringAvailable(for: $0) }
    }
    #expect(table(location: false, bluetooth: false) == [false, false, false])
    #expect(table(location: true, bluetooth: false) == [true, false, false])
    #expect(table(location: false, bluetooth: true) == [false, true, false])
  }
}

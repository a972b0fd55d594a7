import HeadingProtocol
import Testing

@testable import CoreLocation
@testable import CoreLocationListings

/// The listings of Apple's documents compile unchanged and behave as the text states.
@MainActor @Suite struct ListingsTests {
  @Test func `the distance of a location to its copy prints zero`() {
    let document = Document000()
    document.locationManager(
      document.locationManager,
      didUpdateLocations: [CLLocation(latitude: 37.5663528, longitude: 126.9779528)])
    #expect(document.calls == ["0.0"])
  }

  @Test func `the former method distinguishes authorized from denied`() {
    let document = Document000()
    document.locationManager(document.locationManager, didChangeAuthorization: .authorizedAlways)
    document.locationManager(document.locationManager, didChangeAuthorization: .denied)
    #expect(document.calls == ["Authorized", "Unauthorized"])
  }

  @Test func `geocoding the current location without one yields nil`() {
    var answers = 0
    Document000().lookUpCurrentLocation { placemark in
      #expect(placemark == nil)
      answers += 1
    }
    #expect(answers == 1)
  }

  @Test func `geocoding no address yields an error and the invalid coordinate`() async {
    let document = Document000()
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      document.getCoordinate(addressString: "") { coordinate, error in
        #expect(!CLLocationCoordinate2DIsValid(coordinate))
        #expect((error as? CLError)?.code == .geocodeFoundNoResult)
        continuation.resume()
      }
    }
  }

  @Test func `Seoul is about 325 km from Busan`() {
    let document = Document002()
    document.distances()
    #expect(document.printed.first?.hasPrefix("서울-부산: 324.915") == true)
  }

  @Test func `an accurate location is used and a coarse one ignored`() {
    let manager = LocationManager()
    for (accuracy, isTaken) in [(500.0, false), (20, true)] {
      manager.locationManager(
        CLLocationManager(),
        didUpdateLocations: [
          CLLocation(
            coordinate: CLLocationCoordinate2DMake(37, 127), altitude: 0,
            horizontalAccuracy: accuracy, verticalAccuracy: -1, timestamp: Date())
        ])
      #expect((manager.location != nil) == isTaken)
    }
  }

  @Test func `an unknown location is ignored and a denial printed`() {
    let document = Document004()
    document.locationManager(document.manager, didFailWithError: CLError(.locationUnknown))
    #expect(document.printed.isEmpty)
    document.locationManager(document.manager, didFailWithError: CLError(.denied))
    #expect(document.printed.count == 1)
  }

  @Test func `visits stop after a denial`() {
    let document = Document001()
    document.locationManager.startMonitoringVisits()
    document.locationManager(document.locationManager, didFailWithError: CLError(.network))
    #expect(LocationServices.shared.monitoring.watchesVisits)
    document.locationManager(document.locationManager, didFailWithError: CLError(.denied))
    #expect(!LocationServices.shared.monitoring.watchesVisits)
  }

  @Test func `the last location and the status are stored`() {
    let manager = Document002Basics.LocationManager()
    let place = CLLocation(latitude: 37, longitude: 127)
    manager.locationManager(CLLocationManager(), didUpdateLocations: [CLLocation(), place])
    #expect(manager.location === place)
    manager.locationManagerDidChangeAuthorization(CLLocationManager())
    #expect(manager.authorizationStatus == CLLocationManager().authorizationStatus)
  }

  @Test func `a denial leads to the settings`() {
    let rig = Rig(.denied)
    Document002Basics.statuses(rig.manager().0)
    #expect(
      Document002Basics.UIApplication.shared.opened.map(\.absoluteString) == ["app-settings:"])
  }

  @Test func `coordinates are displayed`() {
    let document = Document004()
    document.locationManager(
      document.manager, didUpdateLocations: [CLLocation(latitude: 37.5, longitude: 127)])
    let place = CLLocation(latitude: 37.56649, longitude: 126.97798)
    #expect(String(format: "%.4f", place.coordinate.latitude) == "37.5665")
    #expect(document.latitudeLabel.text == "37.5")
    #expect(document.longtitudeLabel.text == "127.0")
  }
}

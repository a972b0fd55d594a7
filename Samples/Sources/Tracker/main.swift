// A tracker: prints each place, and the length of the way since the start.

import CoreLocation

final class Tracker: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private var last: CLLocation?
  private var distance: CLLocationDistance = 0

  func start() {
    manager.delegate = self
    manager.desiredAccuracy = kCLLocationAccuracyBest
    manager.activityType = .fitness
    manager.requestWhenInUseAuthorization()
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    switch manager.authorizationStatus {
    case .authorizedWhenInUse, .authorizedAlways: manager.startUpdatingLocation()
    case .denied, .restricted: print("not authorized")
    default: break
    }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations places: [CLLocation]) {
    for place in places where place.horizontalAccuracy >= 0 {
      if let last { distance += place.distance(from: last) }
      last = place
      let mark = place.sourceInformation?.isSimulatedBySoftware == true ? " simulated" : ""
      print(
        String(
          format: "%.6f %.6f ±%.0f m, %.1f m/s, %.1f m in all%@", place.coordinate.latitude,
          place.coordinate.longitude, place.horizontalAccuracy, place.speed, distance, mark))
    }
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    print(error.localizedDescription)
  }
}

let tracker = Tracker()
tracker.start()
RunLoop.main.run()

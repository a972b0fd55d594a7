// A compass: prints where the device points, and how well that is known.

import CoreLocation

final class Compass: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()

  func start() {
    manager.delegate = self
    manager.headingFilter = 1
    guard CLLocationManager.headingAvailable() else { return print("no magnetometer") }
    // The place gives the declination; without it there is a magnetic heading only.
    manager.requestWhenInUseAuthorization()
    manager.startUpdatingLocation()
    manager.startUpdatingHeading()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateHeading heading: CLHeading) {
    // A negative accuracy: the heading is not to be trusted.
    guard heading.headingAccuracy >= 0 else { return print("no heading: calibrate the compass") }
    let isTrue = heading.trueHeading >= 0
    let degrees = isTrue ? heading.trueHeading : heading.magneticHeading
    let points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    let point = points[Int((degrees / 45).rounded()) % 8]
    print(
      String(
        format: "%@ %.1f° %@ ±%.1f°", point, degrees, isTrue ? "true" : "magnetic",
        heading.headingAccuracy))
  }

  func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool { true }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    print(error.localizedDescription)
  }
}

let compass = Compass()
compass.start()
RunLoop.main.run()

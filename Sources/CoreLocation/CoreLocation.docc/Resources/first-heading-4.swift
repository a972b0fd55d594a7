import CoreLocation

final class Reader: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()

  func start() {
    manager.delegate = self
    manager.requestWhenInUseAuthorization()
    manager.startUpdatingLocation()
    manager.startUpdatingHeading()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateHeading heading: CLHeading) {
    guard heading.headingAccuracy >= 0 else { return print("no heading") }
    guard heading.trueHeading >= 0 else {
      return print("magnetic \(heading.magneticHeading)° ±\(heading.headingAccuracy)°")
    }
    print("true \(heading.trueHeading)° ±\(heading.headingAccuracy)°")
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    print(error)
  }
}

let reader = Reader()
reader.start()
RunLoop.main.run()

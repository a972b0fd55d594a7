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
    print("true \(heading.trueHeading)°, magnetic \(heading.magneticHeading)°")
  }
}

let reader = Reader()
reader.start()
RunLoop.main.run()

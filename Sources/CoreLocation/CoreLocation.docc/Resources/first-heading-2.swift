import CoreLocation

final class Reader: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()

  func start() {
    manager.delegate = self
    manager.startUpdatingHeading()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateHeading heading: CLHeading) {
    print("magnetic \(heading.magneticHeading)°")
  }
}

let reader = Reader()
reader.start()
RunLoop.main.run()

import CoreLocation

final class Reader: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private var latest: CLHeading?

  func start() {
    manager.delegate = self
    manager.requestWhenInUseAuthorization()
    manager.startUpdatingLocation()
    // Every one, so that silence means a loss.
    manager.headingFilter = kCLHeadingFilterNone
    manager.startUpdatingHeading()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateHeading heading: CLHeading) {
    latest = heading
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    print(error)
  }

  /// The heading if it is to be trusted.
  func report() {
    guard let heading = latest, heading.timestamp.timeIntervalSinceNow > -1 else {
      return print("no heading for a second")
    }
    guard heading.headingAccuracy >= 0, heading.trueHeading >= 0 else {
      return print("no true heading")
    }
    guard heading.headingAccuracy <= 20 else {
      return print("not calibrated: ±\(heading.headingAccuracy)°")
    }
    print("true \(heading.trueHeading)° ±\(heading.headingAccuracy)°")
  }
}

let reader = Reader()
reader.start()
while true {
  RunLoop.main.run(until: Date(timeIntervalSinceNow: 1))
  reader.report()
}

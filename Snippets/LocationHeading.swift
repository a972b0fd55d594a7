// Prints headings by Apple's Core Location interface, for five seconds.
//
// Headings come from headingd if it runs, else from this machine's sensors.

import CoreLocation

final class Printer: NSObject, CLLocationManagerDelegate {
  func locationManager(_ manager: CLLocationManager, didUpdateHeading heading: CLHeading) {
    // A negative accuracy: there is no heading. A negative true heading: there is no position.
    guard heading.headingAccuracy >= 0 else { return print("no heading") }
    print(
      "magnetic \(heading.magneticHeading)°, true \(heading.trueHeading)°,",
      "±\(heading.headingAccuracy)° at \(heading.timestamp)")
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    print(error)
  }
}

let printer = Printer()
let manager = CLLocationManager()
manager.delegate = printer
manager.headingFilter = 1

if CLLocationManager.headingAvailable() {
  manager.startUpdatingHeading()
  RunLoop.main.run(until: Date(timeIntervalSinceNow: 5))
  manager.stopUpdatingHeading()
} else {
  print("no magnetometer was found; start headingd, or attach a sensor")
}

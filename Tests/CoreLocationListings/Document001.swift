// swift-format-ignore-file
import CoreLocation

// Listings of the article on visits, as they are written there. What stands around them is ours.

extension Error {
  // A slip of the document: a plain error has no code, it means that of a CLError.
  fileprivate var code: CLError.Code? { (self as? CLError).flatMap { CLError.Code(rawValue: $0.errorCode) } }
}

class Document001: NSObject, CLLocationManagerDelegate {
  let locationManager = CLLocationManager()

func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
// Do something with the visit.
}

func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
if error.code == .denied {
// Location updates are not authorized.
locationManager.stopMonitoringVisits()
return
}
// Notify the user of any errors.
}
}

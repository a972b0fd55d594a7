// swift-format-ignore-file
import CoreLocation

// Listings of the article on visits, as they are written there. One line differs: `error.code` of a plain
// `Error` compiles nowhere; the document means the code of a `CLError`.

class Document001: NSObject, CLLocationManagerDelegate {
  let locationManager = CLLocationManager()

func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
// Do something with the visit.
}

func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
if (error as? CLError)?.code == .denied {
// Location updates are not authorized.
locationManager.stopMonitoringVisits()
return
}
// Notify the user of any errors.
}
}

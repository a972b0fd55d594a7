// swift-format-ignore-file
import CoreLocation

// Listings of the article on Core Location's flow, as they are written there, without their views.

class Document004: NSObject, CLLocationManagerDelegate {
  class Label { var text: String? }

  let manager = CLLocationManager()
  let latitudeLabel = Label()
  let longtitudeLabel = Label()
  var printed: [String] = []

  func print(_ value: Any) { printed.append("\(value)") }

  func viewDidLoad() {
        manager.delegate = self
        manager.requestWhenInUseAuthorization()
  }

func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        switch manager.authorizationStatus {
        case .notDetermined:
            manager.requestWhenInUseAuthorization()
            break
        case .restricted, .denied:
            printed.append("alert")
        case .authorizedAlways, .authorizedWhenInUse:
            manager.startUpdatingLocation()
            break
        @unknown default:
            break
        }
    }

  func upgrade() {
switch manager.authorizationStatus {
        // "..." in the document:
        case .notDetermined, .restricted, .denied:
            break
		case .authorizedAlways:
            manager.startUpdatingLocation()
            break
        case .authorizedWhenInUse:
            manager.requestAlwaysAuthorization()
        @unknown default:
            break
        }
  }

func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
        //에러를 확인하려면 NSError타입으로 캐스팅해야함.
        let error = error as NSError
        guard error.code != CLError.Code.locationUnknown.rawValue else {return}
        
        print(error)
        manager.stopUpdatingLocation()
    }

func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        if let currentLocation = locations.last{
            latitudeLabel.text = "\(currentLocation.coordinate.latitude)"
            longtitudeLabel.text = "\(currentLocation.coordinate.longitude)"
        }
    }
}

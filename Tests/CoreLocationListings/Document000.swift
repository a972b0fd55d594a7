// swift-format-ignore-file
import CoreLocation

// Listings of the introduction to Core Location, as they are written there. What stands around them is ours.

extension CLLocation {
  // A slip of the document: no location has these, it means those of the coordinate.
  fileprivate var latitude: CLLocationDegrees { coordinate.latitude }
  fileprivate var longitude: CLLocationDegrees { coordinate.longitude }
}

class Document000: NSObject, CLLocationManagerDelegate {
  let locationManager = CLLocationManager()
  var calls: [String] = []

  func disableMyLocationBasedFeatures() { calls.append("disable") }
  func enableMyWhenInUseFeatures() { calls.append("whenInUse") }
  func enableMyAlwaysFeatures() { calls.append("always") }
  func print(_ values: Any...) { calls += values.map { "\($0)" } }

  func requests() {
let locationManager = CLLocationManager()
locationManager.requestWhenInUseAuthorization()
locationManager.requestAlwaysAuthorization()
  }

  func statuses() {
switch CLLocationManager.authorizationStatus() {
    case .notDetermined:
        locationManager.requestWhenInUseAuthorization()
    case .restricted, .denied:
        // Disable location features
        disableMyLocationBasedFeatures()
    case .authorizedWhenInUse:
        // Enable basic location features
        enableMyWhenInUseFeatures()
    case .authorizedAlways:
        // Enable any of your app's location features
        enableMyAlwaysFeatures()
}
  }

func locationManager(
    _ manager: CLLocationManager,
    didChangeAuthorization status: CLAuthorizationStatus
) {

    switch status {
    case .authorizedWhenInUse, .authorizedAlways:
        print("Authorized")
    default:
        print("Unauthorized")
    }
}

func startUpdatingLocation() {
    let status = CLLocationManager.authorizationStatus()
    guard status == .authorizedAlways || status == .authorizedWhenInUse,
        CLLocationManager.locationServicesEnabled() // location 서비스가 가능한지 확인
    else { return }
    // 사용 조건 설정
    locationManager.desiredAccuracy = kCLLocationAccuracyNearestTenMeters
    locationManager.distanceFilter = 10.0
    locationManager.startUpdatingLocation() // 업데이트 실행되고 delegate로 정보가 들어오기 시작
}

  func settings() {
locationManager.desiredAccuracy = kCLLocationAccuracyBest
locationManager.distanceFilter = kCLDistanceFilterNone
  }

func locationManager(
    _ manager: CLLocationManager,
    didUpdateLocations locations: [CLLocation]) {
    let lastLocation = locations.last!
    let location = CLLocation(latitude: lastLocation.latitude,
                               longitude: lastLocation.longitude)
    let distance = lastLocation.distance(from: location)
    print(distance)
}

func lookUpCurrentLocation(
    completionHandler: @escaping (CLPlacemark?) -> Void
) {
    guard let lastLocation = locationManager.location else {
        return completionHandler(nil)
    }
    let geocoder = CLGeocoder()
    geocoder.reverseGeocodeLocation(lastLocation) {
        (placemarks, error) in
        let firstLocation = placemarks?.first
        completionHandler(firstLocation)
    }
}

func getCoordinate(
    addressString: String,
    completionHandler: @escaping(CLLocationCoordinate2D, Error?) -> Void
) {
    let geocoder = CLGeocoder()
    geocoder.geocodeAddressString(addressString) {
        (placemarks, error) in
        guard error == nil else {
            return completionHandler(kCLLocationCoordinate2DInvalid, error)
        }
        if let placemark = placemarks?.first {
            completionHandler(placemark.location!.coordinate, nil)
        }
    }
}
}

// swift-format-ignore-file
import CoreLocation
import Observation

// The first listings of the reference, as they are written there; a type of the same name follows later in it,
// so these have a place of their own.

enum Document002Basics {
  // What the listing takes from UIKit.
  class UIApplication {
    static let openSettingsURLString = "app-settings:"
    static let shared = UIApplication()
    var opened: [URL] = []
    func open(_ url: URL) { opened.append(url) }
  }

@Observable
class LocationManager: NSObject, CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    
    var location: CLLocation?
    var authorizationStatus: CLAuthorizationStatus = .notDetermined
    
    override init() {
        super.init()
        manager.delegate = self
        manager.desiredAccuracy = kCLLocationAccuracyBest
    }
    
    func requestPermission() {
        manager.requestWhenInUseAuthorization()
    }
    
    func startUpdating() {
        manager.startUpdatingLocation()
    }
    
    func stopUpdating() {
        manager.stopUpdatingLocation()
    }
    
    // MARK: - Delegate
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        location = locations.last
    }
    
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        authorizationStatus = manager.authorizationStatus
    }
}

  static func statuses(_ manager: CLLocationManager) {
switch manager.authorizationStatus {
case .notDetermined:
    // 아직 요청 안 함
    manager.requestWhenInUseAuthorization()
case .restricted, .denied:
    // 설정으로 유도
    if let url = URL(string: UIApplication.openSettingsURLString) {
        UIApplication.shared.open(url)
    }
case .authorizedWhenInUse:
    // 앱 사용 중만 허용
    manager.startUpdatingLocation()
case .authorizedAlways:
    // 항상 허용 (백그라운드 가능)
    manager.startUpdatingLocation()
@unknown default:
    break
}
  }
}

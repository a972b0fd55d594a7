// swift-format-ignore-file
import CoreLocation
import Observation

// Listings of the reference, as they are written there, without their views.

// MARK: - Location Manager
@Observable
class LocationManager: NSObject, CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    
    var location: CLLocation?
    var placemark: CLPlacemark?
    var authorizationStatus: CLAuthorizationStatus = .notDetermined
    var isLoading = false
    var error: Error?
    
    override init() {
        super.init()
        manager.delegate = self
        manager.desiredAccuracy = kCLLocationAccuracyBest
        manager.distanceFilter = 10
        authorizationStatus = manager.authorizationStatus
    }
    
    func requestPermission() {
        manager.requestWhenInUseAuthorization()
    }
    
    func requestLocation() {
        isLoading = true
        manager.requestLocation()  // 단일 위치 요청
    }
    
    func startContinuousUpdates() {
        manager.startUpdatingLocation()
    }
    
    func stopUpdates() {
        manager.stopUpdatingLocation()
    }
    
    private func reverseGeocode(_ location: CLLocation) {
        let geocoder = CLGeocoder()
        geocoder.reverseGeocodeLocation(location) { [weak self] placemarks, error in
            self?.placemark = placemarks?.first
        }
    }
    
    // MARK: - CLLocationManagerDelegate
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        isLoading = false
        guard let newLocation = locations.last else { return }
        
        // 정확도 필터링
        guard newLocation.horizontalAccuracy > 0 && newLocation.horizontalAccuracy < 100 else { return }
        
        location = newLocation
        reverseGeocode(newLocation)
    }
    
    func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
        isLoading = false
        self.error = error
    }
    
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        authorizationStatus = manager.authorizationStatus
        
        if authorizationStatus == .authorizedWhenInUse || authorizationStatus == .authorizedAlways {
            requestLocation()
        }
    }
}

extension LocationManager {
    func formatAddress(_ placemark: CLPlacemark) -> String {
        [placemark.locality, placemark.thoroughfare, placemark.subThoroughfare]
            .compactMap { $0 }
            .joined(separator: " ")
    }
}

class Document002: NSObject, CLLocationManagerDelegate {
  let manager = CLLocationManager()
  var printed: [String] = []

  func print(_ text: String) { printed.append(text) }

  func accuracies() {
// 최고 정확도 (배터리 소모 높음)
manager.desiredAccuracy = kCLLocationAccuracyBest

// 네비게이션용
manager.desiredAccuracy = kCLLocationAccuracyBestForNavigation

// 10미터 정확도
manager.desiredAccuracy = kCLLocationAccuracyNearestTenMeters

// 100미터 정확도 (배터리 절약)
manager.desiredAccuracy = kCLLocationAccuracyHundredMeters

// 킬로미터 정확도
manager.desiredAccuracy = kCLLocationAccuracyKilometer

// 최소 이동 거리 (미터)
manager.distanceFilter = 10  // 10m 이동 시마다 업데이트
  }

func setupGeofence(center: CLLocationCoordinate2D, radius: Double, identifier: String) {
    let region = CLCircularRegion(
        center: center,
        radius: radius,
        identifier: identifier
    )
    region.notifyOnEntry = true
    region.notifyOnExit = true
    
    manager.startMonitoring(for: region)
}

// Delegate
func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    print("진입: \(region.identifier)")
    // 로컬 알림 등
}

func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    print("이탈: \(region.identifier)")
}

func enableBackgroundLocation() {
    manager.allowsBackgroundLocationUpdates = true
    manager.pausesLocationUpdatesAutomatically = false
    manager.showsBackgroundLocationIndicator = true  // 파란 바 표시
}

func startHeadingUpdates() {
    if CLLocationManager.headingAvailable() {
        manager.startUpdatingHeading()
    }
}

func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
    let trueHeading = newHeading.trueHeading  // 진북 기준 (0-360)
    let magneticHeading = newHeading.magneticHeading  // 자북 기준
    print("방향: \(trueHeading)°")
    _ = magneticHeading
}

  func distances() {
let seoul = CLLocation(latitude: 37.5665, longitude: 126.9780)
let busan = CLLocation(latitude: 35.1796, longitude: 129.0756)

let distance = seoul.distance(from: busan)  // 미터 단위
print("서울-부산: \(distance / 1000) km")  // ~325 km
  }

  func statuses() -> String {
    switch manager.authorizationStatus {
    case .authorizedAlways: return "항상 허용"
    case .authorizedWhenInUse: return "앱 사용 중 허용"
    case .denied: return "거부됨"
    case .restricted: return "제한됨"
    case .notDetermined: return "권한 필요"
    @unknown default: return "알 수 없음"
    }
  }
}

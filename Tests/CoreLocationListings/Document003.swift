// swift-format-ignore-file
import CoreLocation

// Listings of the article on permissions, as they are written there, without their views.

class Document003: NSObject {
private let locationManager = CLLocationManager()
  var shown: [String] = []

  func connect() {
locationManager.delegate = self
  }

  func showOKAlert(title: String, message: String, _ then: () -> Void) { shown.append(message) }
  func showRequestLocationServiceAlert() { shown.append("request") }
  func print(_ text: String) { shown.append(text) }
  func checkDeviceLocationAuthorization() {
    checkCurrentLocationAuthorization(status: locationManager.authorizationStatus)
  }
  func setRegionAndAnnotation(center: CLLocationCoordinate2D) { shown.append("annotation") }

// 권한 상태 확인
func checkCurrentLocationAuthorization(status: CLAuthorizationStatus) {
switch status {
case .notDetermined: // 사용자가 권한 설정 여부를 선택 안함
locationManager.desiredAccuracy = kCLLocationAccuracyBest
locationManager.requestWhenInUseAuthorization()
case .restricted: // 위치 서비스 사용 권한이 없음
showOKAlert(title: "locationAlertTitle".localized(), message: "location_Restricted".localized()) { }
case .denied: // 사용자가 권한 요청 거부
showRequestLocationServiceAlert()
print("denied")
case .authorizedAlways:
print("authorizedAlways")
case .authorizedWhenInUse:
locationManager.startUpdatingLocation()
@unknown default: print("default")
}
}
}

extension String {
  fileprivate func localized() -> String { self }
}

extension Document003: CLLocationManagerDelegate {
// 사용자의 권한 상태가 바뀜을 체크함(iOS 14~)
func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
checkDeviceLocationAuthorization()
}
// 사용자의 위치를 성공적으로 가져옴
func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
if let coordinate = locations.last?.coordinate {
setRegionAndAnnotation(center: coordinate)
}
locationManager.stopUpdatingLocation()
}
// 사용자의 위치를 가져오지 못함
func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
}
}

class MainMapViewController: NSObject {}

extension MainMapViewController: CLLocationManagerDelegate {
// 사용자의 위치를 성공적으로 가져옴
func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
}
// 사용자의 위치를 가져오지 못함
func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
}
// 사용자의 권한 상태가 바뀜을 체크함(iOS 14~)
func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
}
}

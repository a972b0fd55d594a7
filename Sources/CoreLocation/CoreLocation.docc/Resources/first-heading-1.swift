import CoreLocation

final class Reader: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()

  func start() {
    manager.delegate = self
  }
}

let reader = Reader()
reader.start()

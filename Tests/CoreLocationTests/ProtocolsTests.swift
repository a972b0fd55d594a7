import Testing

@testable import CoreLocation

/// Programs put protocols of their own before the framework's classes, to stand doubles in for them: every method
/// that Apple's classes have satisfies a requirement without the help of default arguments.
struct ProtocolsTests {
  @Test func `a double that overrides a method with a handler answers the asynchronous one`()
    async throws
  {
    let geocoder: any Geocoding = ScriptedGeocoder()
    let place = CLLocation(latitude: 37, longitude: 127)
    #expect(try await geocoder.reverseGeocodeLocation(place).count == 1)
    #expect(try await geocoder.geocodeAddressString("Seoul").count == 2)
    let real: any Geocoding = CLGeocoder()
    await #expect(throws: CLError.self) {
      _ = try await real.geocodeAddressString("Seoul", in: nil)
    }
  }

  @Test func `a double that overrides an asynchronous method is called`() async throws {
    let geocoder: any Geocoding = AsynchronousGeocoder()
    #expect(try await geocoder.geocodeAddressString("Seoul").count == 3)
  }

  @MainActor @Test func `full accuracy is asked for without a word back`() {
    let manager = CountingManager()
    let asking: any Asking = manager
    asking.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "Navigation")
    #expect(manager.purposes == ["Navigation"])
    asking.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "Search", completion: nil)
    #expect(manager.purposes == ["Navigation", "Search"])
    #expect(type(of: asking).authorizationStatus() == CLLocationManager.authorizationStatus())
  }
}

private protocol Geocoding {
  func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark]
  func geocodeAddressString(_ addressString: String) async throws -> [CLPlacemark]
  func geocodeAddressString(_ addressString: String, in region: CLRegion?) async throws
    -> [CLPlacemark]
  func cancelGeocode()
}

extension CLGeocoder: Geocoding {}

private class ScriptedGeocoder: CLGeocoder {
  override func reverseGeocodeLocation(
    _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    completionHandler([CLPlacemark()], nil)
  }
  override func geocodeAddressString(
    _ addressString: String, completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    completionHandler([CLPlacemark(), CLPlacemark()], nil)
  }
}

private class AsynchronousGeocoder: CLGeocoder {
  override func geocodeAddressString(_ addressString: String) async throws -> [CLPlacemark] {
    [CLPlacemark(), CLPlacemark(), CLPlacemark()]
  }
}

private protocol Asking {
  static func authorizationStatus() -> CLAuthorizationStatus
  static func locationServicesEnabled() -> Bool
  var delegate: (any CLLocationManagerDelegate)? { get set }
  func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String)
  func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (((any Error)?) -> Void)?)
}

extension CLLocationManager: Asking {}

private class CountingManager: CLLocationManager {
  var purposes: [String] = []
  override func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    purposes.append(purposeKey)
  }
}

import Testing

@testable import CoreLocation

/// Protocols of programs for test doubles of the framework's classes.
///
/// Every method of Apple's classes satisfies a requirement without default arguments.
struct ProtocolsTests {
  @Test func `overriding a handler method answers the asynchronous form`()
    async throws
  {
    let geocoder: any Geocoding = ScriptedGeocoder()
    let place = CLLocation(latitude: 37, longitude: 127)
    #expect(try await geocoder.reverseGeocodeLocation(place).count == 1)
    #expect(try await geocoder.geocodeAddressString("Seoul").count == 2)
    let real: any Geocoding = CLGeocoder(backend: UnavailableGeocoding())
    await #expect(throws: CLError.self) {
      _ = try await real.geocodeAddressString("Seoul", in: nil)
    }
  }

  @Test func `overriding an asynchronous method is effective`() async throws {
    let geocoder: any Geocoding = AsynchronousGeocoder()
    #expect(try await geocoder.geocodeAddressString("Seoul").count == 3)
  }

  @MainActor @Test func `full accuracy can be requested without a completion`() {
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

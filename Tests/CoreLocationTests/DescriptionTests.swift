import Contacts
import Testing

@testable import CoreLocation

/// What `print` shows of the values: their contents, in Apple's format where that is published.
struct DescriptionTests {
  private static let uuid = UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0") ?? UUID()
  private static let noon = Date(timeIntervalSince1970: 1_800_000_000)

  @Test func `regions print identifier and extent`() {
    let circle = CLCircularRegion(
      center: CLLocationCoordinate2DMake(37.5665, -126.978), radius: 100, identifier: "home")
    #expect(
      "\(circle)"
        == "CLCircularRegion (identifier:'home', center:<+37.56650000,-126.97800000>, "
        + "radius:100.00m)")
    #expect(
      "\(CLBeaconRegion(uuid: Self.uuid, major: 1, identifier: "door"))"
        == "CLBeaconRegion (identifier:'door', uuid:\(Self.uuid), major:1, minor:(null))")
    #expect("\(CLRegion(identifier: "place"))" == "CLRegion (identifier:'place')")
  }

  @Test func `beacons and constraints print their numbers`() {
    let beacon = CLBeacon(
      CLBeacon.Values(
        uuid: Self.uuid, major: 1, minor: 2, proximity: .near, accuracy: 0.321, rssi: -67,
        timestamp: Self.noon))
    #expect(
      "\(beacon)"
        == "CLBeacon (uuid:\(Self.uuid), major:1, minor:2, proximity:2 +/- 0.32m, rssi:-67, "
        + "timestamp:2027-01-15 08:00:00 +0000)")
    #expect(
      "\(CLBeaconIdentityConstraint(uuid: Self.uuid, major: 7, minor: 8))"
        == "CLBeaconIdentityConstraint (uuid:\(Self.uuid), major:7, minor:8)")
  }

  @Test func `a visit prints place, accuracy and times`() {
    let visit = CLVisit(
      CLVisit.Values(
        arrivalDate: Self.noon, coordinate: CLLocationCoordinate2DMake(37.5, 127),
        horizontalAccuracy: 8))
    #expect(
      "\(visit)"
        == "<+37.50000000,+127.00000000> +/- 8.00m (2027-01-15 08:00:00 +0000 to "
        + "4001-01-01 00:00:00 +0000)")
  }

  @Test func `floors, sources, placemarks and addresses print their values`() {
    #expect("\(CLFloor(level: -2))" == "CLFloor (level:-2)")
    #expect(
      "\(CLLocationSourceInformation(softwareSimulationState: true, andExternalAccessoryState: false))"
        == "CLLocationSourceInformation (simulated:true, accessory:false)")
    let address = CNMutablePostalAddress()
    address.street = "1 Main St"
    address.city = "Town"
    let mark = CLPlacemark(
      location: CLLocation(latitude: 37.5, longitude: 127), name: "Home", postalAddress: address)
    #expect("\(mark)" == "Home, 1 Main St, Town @ <+37.50000000,+127.00000000> +/- 0.00m")
    #expect("\(address)".contains("street='1 Main St'") && "\(address)".contains("city='Town'"))
    #expect("\(CLPlacemark())".isEmpty)
  }

  @Test func `no value prints a pointer`() {
    let values: [NSObject] = [
      CLLocation(), CLHeading(), CLVisit(), CLFloor(), CLRegion(), CLCircularRegion(),
      CLBeaconRegion(), CLBeacon(), CLBeaconIdentityConstraint(uuid: Self.uuid), CLPlacemark(),
      CNPostalAddress(),
    ]
    for value in values {
      #expect(!"\(value)".contains("0x") && !value.debugDescription.contains("0x"), "\(value)")
    }
  }
}

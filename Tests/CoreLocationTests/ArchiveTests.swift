import Testing

@testable import CoreLocation

/// Archiving of every class that Apple's framework archives, and test doubles of the classes.
struct ArchiveTests {
  private func archived<Value: NSObject & NSSecureCoding>(_ value: Value) throws -> Value {
    let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: data))
  }

  @Test func `headings survive archiving`() throws {
    let heading = try archived(
      CLHeading(
        HeadingValues(
          magneticHeading: 10, trueHeading: -1, headingAccuracy: 5, x: 1, y: 2, z: -3,
          timestamp: Date(timeIntervalSince1970: 1_700_000_000.5))))
    #expect(
      [
        heading.magneticHeading, heading.trueHeading, heading.headingAccuracy, heading.x, heading.y,
        heading.z, heading.timestamp.timeIntervalSince1970,
      ] == [10, -1, 5, 1, 2, -3, 1_700_000_000.5])
  }

  @Test func `visits survive archiving`() throws {
    let visit = try archived(
      CLVisit(
        CLVisit.Values(
          arrivalDate: Date(timeIntervalSince1970: 1_700_000_000),
          coordinate: CLLocationCoordinate2DMake(37, 127), horizontalAccuracy: 12)))
    #expect(visit.arrivalDate.timeIntervalSince1970 == 1_700_000_000)
    #expect(visit.departureDate == .distantFuture)
    #expect(visit.coordinate.longitude == 127 && visit.horizontalAccuracy == 12)
  }

  @Test func `regions survive archiving`() throws {
    let circle = CLCircularRegion(
      center: CLLocationCoordinate2DMake(37, 127), radius: 250, identifier: "home")
    circle.notifyOnExit = false
    let copy = try #require(circle.copy() as? CLCircularRegion)
    for circle in [try archived(circle), copy] {
      #expect(circle.identifier == "home" && circle.radius == 250)
      #expect(circle.center.latitude == 37 && circle.notifyOnEntry && !circle.notifyOnExit)
    }
    let uuid = UUID()
    let beacon = CLBeaconRegion(uuid: uuid, major: 7, minor: 9, identifier: "door")
    beacon.notifyEntryStateOnDisplay = true
    let read = try archived(beacon)
    #expect(read.uuid == uuid && read.major == 7 && read.minor == 9)
    #expect(read.notifyEntryStateOnDisplay && read == beacon)
    #expect(read.beaconIdentityConstraint == beacon.beaconIdentityConstraint)
  }

  @Test func `floors, sources and beacons survive archiving`() throws {
    #expect(try archived(CLFloor(level: -2)).level == -2)
    let source = try archived(
      CLLocationSourceInformation(softwareSimulationState: false, andExternalAccessoryState: true))
    #expect(!source.isSimulatedBySoftware && source.isProducedByAccessory)
    let uuid = UUID()
    let beacon = try archived(
      CLBeacon(
        CLBeacon.Values(
          uuid: uuid, major: 1, minor: 65535, proximity: .near, accuracy: 0.5, rssi: -60)))
    #expect(beacon.uuid == uuid && beacon.minor == 65535 && beacon.proximity == .near)
    #expect(beacon.accuracy == 0.5 && beacon.rssi == -60)
  }

  @Test(arguments: [("major", 65_536), ("minor", -1)])
  func `decoding fails for a beacon number out of range`(
    key: String, number: Int
  ) throws {
    func read(_ number: Int) throws -> (CLBeaconIdentityConstraint?, CLBeacon?) {
      let archiver = NSKeyedArchiver(requiringSecureCoding: true)
      archiver.encode(UUID().uuidString as NSString, forKey: "uuid")
      archiver.encode(number, forKey: key)
      let coder = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
      return (CLBeaconIdentityConstraint(coder: coder), CLBeacon(coder: coder))
    }
    let (constraint, beacon) = try read(65_535)
    #expect(constraint != nil && beacon != nil)
    let (badConstraint, badBeacon) = try read(number)
    #expect(badConstraint == nil && badBeacon == nil)
  }

  @Test func `a beacon of a subclass that writes an archive of its own is decoded`() throws {
    let beacon = try #require(
      NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(
        NSKeyedArchiver.archivedData(withRootObject: OwnBeacon(), requiringSecureCoding: false))
        as? OwnBeacon)
    #expect(beacon.uuid == OwnBeacon.own && beacon.rssi == 0)
  }

  @Test func `a beacon's advertisement has Apple's 21-byte format`() throws {
    let uuid = try #require(UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"))
    let region = CLBeaconRegion(uuid: uuid, major: 0x0102, minor: 0x0304, identifier: "door")
    let data = try #require(
      region.peripheralData(withMeasuredPower: -59)["kCBAdvDataAppleBeaconKey"] as? Data)
    #expect(
      [UInt8](data) == [
        0xE2, 0xC5, 0x6D, 0xB5, 0xDF, 0xFB, 0x48, 0xD2, 0xB0, 0x60, 0xD0, 0xF5, 0xA7, 0x10, 0x96,
        0xE0, 1, 2, 3, 4, 0xC5,
      ])
  }

  // Test doubles as in programs: they override initializers and properties.
  private class Place: CLLocation, @unchecked Sendable {
    override init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
      super.init(latitude: latitude, longitude: longitude)
    }
    required init?(coder: NSCoder) { super.init(coder: coder) }
    override var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2DMake(1, 2) }
    override var floor: CLFloor? { Floor() }
  }
  private class Floor: CLFloor {
    override var level: Int { 4 }
  }
  private class Needle: CLHeading {
    override init() { super.init() }
    required init?(coder: NSCoder) { super.init(coder: coder) }
    override var trueHeading: CLLocationDirection { 90 }
  }
  private class Area: CLRegion {
    override var identifier: String { "area" }
  }
  private class Circle: CLCircularRegion {
    override init() { super.init() }
    required init?(coder: NSCoder) { super.init(coder: coder) }
    override var center: CLLocationCoordinate2D { CLLocationCoordinate2DMake(1, 2) }
    override var radius: CLLocationDistance { 10 }
  }
  private class Manager: CLLocationManager {
    override init() { super.init() }
    override class func headingAvailable() -> Bool { true }
    override var authorizationStatus: CLAuthorizationStatus { .restricted }
    override var location: CLLocation? { Place(latitude: 0, longitude: 0) }
    override func requestLocation() {
      if let location { delegate?.locationManager?(self, didUpdateLocations: [location]) }
    }
  }

  @Test func `test doubles can replace the classes`() {
    let place: CLLocation = Place(latitude: 50, longitude: 50)
    #expect(place.floor?.level == 4)
    #expect(place.distance(from: CLLocation(latitude: 1, longitude: 2)) == 0)
    #expect((Needle() as CLHeading).trueHeading == 90)
    // Region classes and placemarks inherit Objective-C's init().
    #expect(CLRegion().identifier.isEmpty && CLRegion().notifyOnEntry && CLRegion().notifyOnExit)
    #expect(CLCircularRegion().radius == 0 && CLBeaconRegion().major == nil)
    #expect(CLPlacemark().location == nil && CLPlacemark().name == nil)
    #expect((Area() as CLRegion).identifier == "area")
    #expect(Circle().contains(CLLocationCoordinate2DMake(1, 2.00001)))
    #expect(!Circle().contains(CLLocationCoordinate2DMake(1, 2.001)))
    let manager: CLLocationManager = Manager()
    let recorder = Recorder()
    manager.delegate = recorder
    manager.requestLocation()
    #expect(recorder.places.first?.coordinate.longitude == 2)
    #expect(manager.authorizationStatus == .restricted && Manager.headingAvailable())
  }
}

/// A beacon that keeps its identity itself, as doubles of tests do.
final class OwnBeacon: CLBeacon {
  static let own = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  override init() { super.init() }
  required init?(coder: NSCoder) { super.init(coder: coder) }
  override var uuid: UUID { Self.own }
  override func encode(with coder: NSCoder) {}
}

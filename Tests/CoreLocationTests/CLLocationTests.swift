import CoreLocation.CLLocation
import HeadingProtocol
import Testing

import class CoreLocation.CLHeading

@testable import CoreLocation

/// Values, compared with Apple's documentation and published distances from Apple's devices.
struct CLLocationTests {
  @Test(arguments: [
    // Seoul to Busan: WGS 84, by GeographicLib's GeodSolve; a sphere gives 325,111.3 m.
    (37.5665, 126.9780, 35.1796, 129.0756, 324_915.297453, 0.000001),
    // Published from iOS 10 and 11.
    (51.1269942, 16.851781, 52.232855, 20.9211114, 307_123.6866843, 0.001),
    // A unit test of v-nanov/PicsNearMe, two digits less precise.
    (50, 2, 76, 5, 2_900_825.034787, 0.001 + 2e-9 * 2_900_825),
    // Transcript of an Apple device, rounded to metres.
    (0, 0, 0, 1, 111_319, 0.5), (40.7128, -74.0060, 51.5074, -0.1278, 5_585_234, 0.5),
  ])
  func `distances equal those of Apple's devices`(
    _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double,
    _ distance: Double, _ tolerance: Double
  ) {
    let from = CLLocation(latitude: latitude1, longitude: longitude1)
    let to = CLLocation(latitude: latitude2, longitude: longitude2)
    #expect(abs(from.distance(from: to) - distance) <= tolerance)
    #expect(abs(to.distance(from: from) - distance) <= tolerance)
  }

  @Test func `three points on a parallel are 168 km apart, as SwifterSwift's test says`() {
    let places = [-111.0, -112, -113].map { CLLocation(latitude: 41, longitude: $0) }
    let sum = places[0].distance(from: places[1]) + places[1].distance(from: places[2])
    #expect(abs(sum / 1000 - 168.27) <= 0.01)
  }

  @Test func `the distance to a copy is zero and to an invalid coordinate NaN`() {
    let place = CLLocation(latitude: 37.5665, longitude: 126.9780)
    let copy = CLLocation(
      latitude: place.coordinate.latitude, longitude: place.coordinate.longitude)
    #expect(place.distance(from: copy) == 0)
    #expect(place.distance(from: CLLocation(latitude: 91, longitude: 0)).isNaN)
  }

  @Test func `a location from latitude and longitude has the documented defaults`() {
    let before = Date()
    let place = CLLocation(latitude: 1, longitude: 2)
    #expect(place.altitude == 0)
    #expect(place.horizontalAccuracy == 0)
    #expect(place.verticalAccuracy == -1)
    #expect(place.course == -1)
    #expect(place.courseAccuracy == -1)
    #expect(place.speed == -1)
    #expect(place.speedAccuracy == -1)
    #expect(place.floor == nil)
    #expect(place.sourceInformation == nil)
    #expect(place.timestamp >= before && place.timestamp <= Date())
  }

  @Test func `every field survives archiving and equal values are equal locations`() throws {
    let place = CLLocation(
      coordinate: CLLocationCoordinate2DMake(37.5, 127), altitude: 38, horizontalAccuracy: 4,
      verticalAccuracy: 6, course: 90, courseAccuracy: 2, speed: 1.5, speedAccuracy: 0.2,
      timestamp: Date(timeIntervalSince1970: 1_700_000_000.125),
      sourceInfo: CLLocationSourceInformation(
        softwareSimulationState: true, andExternalAccessoryState: false))
    let data = try NSKeyedArchiver.archivedData(withRootObject: place, requiringSecureCoding: true)
    let read = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: data))
    #expect(read == place)
    #expect(read.hash == place.hash)
    #expect(read.sourceInformation?.isSimulatedBySoftware == true)
    #expect(read.speedAccuracy == 0.2)
    #expect(CLLocation(latitude: 37.5, longitude: 127) != place)
    // A value without an initializer parameter.
    var values = LocationValues(verticalAccuracy: 3)
    values.ellipsoidalAltitude = 84
    values.floor = -2
    let other = CLLocation(values)
    let otherData = try NSKeyedArchiver.archivedData(
      withRootObject: other, requiringSecureCoding: true)
    let otherRead = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: otherData))
    #expect(otherRead == other && otherRead.ellipsoidalAltitude == 84)
    #expect(otherRead.floor?.level == -2)
  }

  @MainActor @Test func `a location has the values of its update and negative missing ones`() {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    var update = Rig.place(100, 51.5, -0.25, accuracy: 8, altitude: 60, simulated: true)
    update.ellipsoidalAltitude = 106
    update.course = 54.7
    update.courseAccuracy = 2
    update.speed = 5
    update.speedAccuracy = 0.5
    update.fixAge = 0.25
    let place = CLLocation(update, date: now)
    #expect(place.coordinate.latitude == 51.5 && place.coordinate.longitude == -0.25)
    #expect(place.horizontalAccuracy == 8 && place.verticalAccuracy == 3)
    #expect(place.altitude == 60 && place.ellipsoidalAltitude == 106)
    #expect(place.course == 54.7 && place.courseAccuracy == 2)
    #expect(place.speed == 5 && place.speedAccuracy == 0.5)
    #expect(place.timestamp == now.addingTimeInterval(-0.25))
    #expect(place.floor == nil && place.sourceInformation?.isSimulatedBySoftware == true)
    let bare = CLLocation(Rig.nowhere(1), date: now)
    #expect(bare.horizontalAccuracy < 0 && bare.verticalAccuracy < 0)
    #expect(bare.course < 0 && bare.speed < 0 && bare.courseAccuracy < 0)
    #expect(!CLLocationCoordinate2DIsValid(bare.coordinate))
  }

  @Test func `an ellipsoidal altitude requires a vertical accuracy`() {
    let place = CLLocation(
      coordinate: CLLocationCoordinate2D(), altitude: 38, horizontalAccuracy: 4,
      verticalAccuracy: 0, timestamp: Date())
    #expect(place.ellipsoidalAltitude == 0)
  }

  @Test(arguments: [
    (90.0, 180.0, true), (-90, -180, true), (90.0001, 0, false), (0, 180.0001, false),
    (.nan, 0, false), (0, .nan, false), (-180, -180, false),
  ])
  func `a coordinate is valid within 90 and 180 degrees`(
    _ latitude: Double, _ longitude: Double, _ isValid: Bool
  ) {
    #expect(
      CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(latitude, longitude)) == isValid)
  }

  @Test func `the invalid coordinate is the documented one, and 16 bytes long`() {
    #expect(kCLLocationCoordinate2DInvalid.latitude == -180)
    #expect(kCLLocationCoordinate2DInvalid.longitude == -180)
    #expect(MemoryLayout<CLLocationCoordinate2D>.size == 16)
    #expect(MemoryLayout<CLLocationCoordinate2D>.stride == 16)
  }
}

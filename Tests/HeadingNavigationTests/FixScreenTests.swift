import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingNavigation

/// What a receiver may say and not be believed.
struct FixScreenTests {
  private let parameters = NavigationParameters()

  private func fix(_ seconds: Double, north: Double = 0) throws -> Fix {
    var fix = Fix(
      time: BootTime(seconds: seconds),
      coordinate: try #require(Coordinate(latitude: 47 + north / 111_000, longitude: 8)))
    fix.universalTime = UniversalTime(secondsSince1970: 1.78e9 + seconds)
    fix.horizontalAccuracy = 3
    return fix
  }

  private func admit(
    _ screen: inout FixScreen, _ fix: Fix, speed: Double = 0
  ) -> (measurement: FixMeasurement?, reasons: Reasons) {
    screen.admit(fix, latency: 0, speed: speed, parameters: parameters)
  }

  @Test func `a good fix becomes a measurement with the deviation of one axis`() throws {
    var screen = FixScreen()
    let result = admit(&screen, try fix(1))
    // 68 % of a normal distribution in the plane lie within √(−2 ln 0.32) σ.
    #expect(abs((result.measurement?.deviation ?? 0) - 3 / 1.5096) < 1e-3)
    #expect(result.reasons == [])
  }

  @Test(arguments: [0.0, -1, 1e-6, .nan, .infinity, 1e9])
  func `an impossible accuracy is reported and not used`(accuracy: Double) throws {
    var screen = FixScreen()
    var bad = try fix(1)
    bad.horizontalAccuracy = accuracy
    let result = admit(&screen, bad)
    #expect(result.reasons == .fixAccuracyImplausible)
    #expect(result.measurement?.deviation == parameters.unstatedPosition)
  }

  @Test func `time that runs backward is reported, for either clock`() throws {
    var screen = FixScreen()
    _ = admit(&screen, try fix(10))
    let older = admit(&screen, try fix(9))
    #expect(older.measurement == nil)
    #expect(older.reasons == .fixTimeImplausible)
    var reset = try fix(11)
    reset.universalTime = UniversalTime(secondsSince1970: 1.7e9)
    #expect(admit(&screen, reset).reasons == .fixTimeImplausible)
    // The receiver goes on from its new time: that is followed.
    var next = try fix(12)
    next.universalTime = UniversalTime(secondsSince1970: 1.7e9 + 1)
    #expect(admit(&screen, next).measurement != nil)
  }

  @Test func `a frozen receiver is reported in motion, not at rest`() throws {
    var moving = FixScreen()
    var standing = FixScreen()
    for second in 1...4 {
      let result = admit(&moving, try fix(Double(second)), speed: 10)
      // What is said once more is no measurement before it is a fault.
      #expect((result.measurement == nil) == (second > 1))
      _ = admit(&standing, try fix(Double(second)))
    }
    #expect(admit(&moving, try fix(5), speed: 10).reasons == .fixFrozen)
    #expect(admit(&standing, try fix(5)).measurement != nil)
    #expect(admit(&moving, try fix(6, north: 30), speed: 10).measurement != nil)
  }

  @Test func `a frozen receiver with varying last digits is reported`() throws {
    var moving = FixScreen()
    var slow = FixScreen()
    for second in 1...6 {
      let jitter = 0.002 * Double(second % 3)
      let result = admit(&moving, try fix(Double(second), north: jitter), speed: 10)
      #expect((result.reasons == .fixFrozen) == (second > 3))
      // A tenth of the way that was expected is a way, and not a fault of the receiver.
      let crawl = admit(&slow, try fix(Double(second), north: Double(second)), speed: 10)
      #expect(crawl.measurement != nil)
    }
    #expect(admit(&moving, try fix(7, north: 60), speed: 10).measurement != nil)
  }

  @Test(arguments: [Double.nan, .infinity, -5, 1e5])
  func `altitudes and speeds out of range are dropped`(number: Double) throws {
    var screen = FixScreen()
    var bad = try fix(1)
    bad.speed = number
    bad.altitude = number == -5 ? -5000 : number
    bad.climbRate = number
    let measurement = try #require(admit(&screen, bad).measurement)
    #expect(measurement.velocity == nil)
    #expect(measurement.altitude == nil)
    #expect(measurement.climbRate == nil)
  }

  @Test func `a duplicate fix is ignored`() throws {
    var screen = FixScreen()
    #expect(admit(&screen, try fix(1)).measurement != nil)
    let again = admit(&screen, try fix(1))
    #expect(again.measurement == nil)
    #expect(again.reasons == [])
  }
}

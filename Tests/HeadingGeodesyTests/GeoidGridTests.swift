import Foundation
import HeadingGeodesy
import HeadingGeometry
import HeadingTesting
import Testing

/// EGM96 on its 30′ grid.
@Suite struct GeoidGridTests {
  static let bytes = try? [UInt8](
    Data(
      contentsOf: SharedData.packageRoot.appendingPathComponent(
        "packaging/data/egm96_30min_cm.i16")))

  static func grid() throws -> GeoidGrid {
    let bytes = try #require(bytes)
    return try GeoidGrid(parsing: bytes.span)
  }

  // Of the 15′ grid; those of full or half degrees are grid points of this one too.
  @Test(arguments: [
    (37.5, 127.0, 22.968, 0.006), (0, 0, 17.162, 0.006), (90, 0, 13.606, 0.006),
    (90, 123.4, 13.606, 0.006), (-90, -77, -29.534, 0.006), (35.25, 129, 29.299, 0.1),
    (60.25, 25, 17.831, 0.1), (39.75, -105, -16.962, 0.1), (37.5664, 126.9779, 22.90, 0.03),
  ])
  func `Heights of the geoid agree with EGM96`(
    latitude: Double, longitude: Double, metres: Double, tolerance: Double
  ) throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    #expect(abs(try Self.grid().height(at: place) - metres) < tolerance)
  }

  @Test func `The grid is continuous over the dateline, the meridian of Greenwich and the poles`()
    throws
  {
    let grid = try Self.grid()
    for latitude in stride(from: -89.75, through: 89.75, by: 7.25) {
      for (one, other) in [(180.0, -180.0), (-1e-9, 1e-9), (179.9999999, -179.9999999)] {
        let left = try #require(Coordinate(latitude: latitude, longitude: one))
        let right = try #require(Coordinate(latitude: latitude, longitude: other))
        #expect(abs(grid.height(at: left) - grid.height(at: right)) < 1e-5)
      }
    }
    for longitude in stride(from: -170.0, through: 180, by: 10) {
      for latitude in [90.0, -90] {
        let pole = try #require(Coordinate(latitude: latitude, longitude: 0))
        let near = try #require(
          Coordinate(latitude: latitude.sign == .minus ? -89.99999 : 89.99999, longitude: longitude)
        )
        #expect(abs(grid.height(at: pole) - grid.height(at: near)) < 1e-3)
      }
    }
  }

  @Test func `Conversion from ellipsoid to sea level and back is the identity`() throws {
    let grid = try Self.grid()
    let place = try #require(Coordinate(latitude: 37.5, longitude: 127))
    let altitude = grid.meanSeaLevelAltitude(ellipsoidalHeight: 61, at: place)
    #expect(abs(altitude - 38.03) < 0.01)
    #expect(abs(grid.ellipsoidalHeight(meanSeaLevelAltitude: altitude, at: place) - 61) < 1e-12)
  }

  @Test func `A truncated or foreign file is refused`() throws {
    let bytes = try #require(Self.bytes)
    let torn = Array(bytes.dropLast())
    #expect(throws: GeoidGridError.size(bytes: 519_839, expected: 519_840)) {
      try GeoidGrid(parsing: torn.span)
    }
    var damaged = bytes
    damaged[2001] = 0x7F
    #expect(throws: GeoidGridError.height(index: 1000)) {
      try GeoidGrid(parsing: damaged.span)
    }
    #expect(!GeoidGridError.height(index: 1).description.isEmpty)
  }

  @Test(
    .enabled(
      if: SharedData.isThere("data/geo/egm96_15min_cm_delta.i16.xz")
        && FileManager.default.isExecutableFile(atPath: "/usr/bin/xz"),
      "the 15′ grid or xz is absent"))
  func `Cubic interpolation is within 0,05 m RMS and 0,95 m of the 15 minute grid`() throws {
    let unpack = Process()
    unpack.executableURL = URL(fileURLWithPath: "/usr/bin/xz")
    unpack.arguments = [
      "-dc", SharedData.folder.appendingPathComponent("data/geo/egm96_15min_cm_delta.i16.xz").path,
    ]
    let pipe = Pipe()
    unpack.standardOutput = pipe
    try unpack.run()
    let full = [UInt8](pipe.fileHandleForReading.readDataToEndOfFile())
    #expect(full.count == 2 * 721 * 1440)
    let grid = try Self.grid()
    var squares = 0.0
    var weights = 0.0
    var largest = 0.0
    for row in 0..<721 {
      let latitude = 90 - Double(row) / 4
      let weight = cos(latitude * .pi / 180)
      var value: Int16 = 0
      for column in 0..<1440 {
        let index = 2 * (row * 1440 + column)
        value &+= Int16(bitPattern: UInt16(full[index]) | UInt16(full[index + 1]) << 8)
        let place = try #require(
          Coordinate(latitude: latitude, longitude: Double(column) / 4))
        let miss = abs(grid.height(at: place) - Double(value) / 100)
        squares += weight * miss * miss
        weights += weight
        largest = max(largest, miss)
      }
    }
    #expect((squares / weights).squareRoot() <= 0.05)
    #expect(largest <= GeoidGrid.largestInterpolationError + 0.005)
  }
}

import Geomagnetism
import HeadingGeometry
import HeadingTesting
import Testing

/// The noise-free reference set of WMM2025.
@Suite struct ReferenceTests {
  @Test(
    .enabled(
      if: SharedData.isThere("data/geo/wmm2025_reference.txt"), "the reference set is absent"))
  func `WMM2025 agrees with 214 noise-free points to 1e-8 nT and 1e-9 degrees`() throws {
    var count = 0
    for line in try SharedData.text("data/geo/wmm2025_reference.txt").split(separator: "\n")
    where !line.hasPrefix("#") {
      let words = line.split(separator: " ")
      let values = words.dropLast().compactMap { Double($0) }
      let coordinate = try #require(Coordinate(latitude: values[2], longitude: values[3]))
      let field = try MagneticModel.wmm2025.field(
        at: coordinate, ellipsoidalHeight: values[1] * 1000, decimalYear: values[0])
      let intensities = [
        field.north, field.east, field.down, field.horizontal, field.total,
      ]
      for (index, value) in intensities.enumerated() {
        #expect(abs(value * 1e9 - values[4 + index]) < 1e-8, "\(line)")
      }
      #expect(abs(field.declination.degrees - values[9]) < 1e-9, "\(line)")
      #expect(abs(field.inclination.degrees - values[10]) < 1e-9, "\(line)")
      let rates = [
        field.northRate, field.eastRate, field.downRate, field.horizontalRate, field.totalRate,
      ]
      for (index, value) in rates.enumerated() {
        #expect(abs(value * 1e9 - values[11 + index]) < 1e-8, "\(line)")
      }
      #expect(abs(field.declinationRate.degrees - values[16]) < 1e-9, "\(line)")
      #expect(abs(field.inclinationRate.degrees - values[17]) < 1e-9, "\(line)")
      #expect("\(field.zone)" == words[words.count - 1])
      count += 1
    }
    #expect(count == 214)
  }
}

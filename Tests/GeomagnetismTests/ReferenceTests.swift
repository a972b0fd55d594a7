import Geomagnetism
import HeadingGeometry
import HeadingTesting
import Testing

/// The noise-free reference set of WMM2025.
@Suite struct ReferenceTests {
  @Test func `WMM2025 agrees with 214 noise-free points to 1e-8 nT and 1e-9 degrees`() throws {
    var count = 0
    for line in try ReferenceData.text("wmm2025_reference.txt").split(separator: "\n")
    where !line.hasPrefix("#") {
      let words = line.split(separator: " ")
      let values = words.dropLast().compactMap { Double($0) }
      let coordinate = try #require(Coordinate(latitude: values[2], longitude: values[3]))
      let field = try MagneticModel.wmm2025.field(
        at: coordinate, ellipsoidalHeight: values[1] * 1000, decimalYear: values[0])
      let intensities = [
        field.north, field.east, field.down, field.horizontal, field.total, field.northRate,
        field.eastRate, field.downRate, field.horizontalRate, field.totalRate,
      ]
      // Where the horizontal field is small, the file's resolution of 1e-9 nT limits the
      // declination and its rate.
      let horizontal = values[7]
      let turn = 1e-9 + 2e-9 / horizontal * 180 / .pi
      let turnRate = 1e-9 + 4e-9 / horizontal * abs(values[16])
      let rates = horizontal < 10 ? 1e-8 + 4e-9 / horizontal * abs(values[14]) : 1e-8
      for (value, index) in zip(intensities, [4, 5, 6, 7, 8, 11, 12, 13, 14, 15]) {
        #expect(abs(value * 1e9 - values[index]) < (index == 14 ? rates : 1e-8), "\(line)")
      }
      #expect(abs(field.declination.degrees - values[9]) < turn, "\(line)")
      #expect(abs(field.inclination.degrees - values[10]) < 1e-9, "\(line)")
      #expect(abs(field.declinationRate.degrees - values[16]) < turnRate, "\(line)")
      #expect(abs(field.inclinationRate.degrees - values[17]) < 1e-9, "\(line)")
      #expect("\(field.zone)" == words[words.count - 1])
      count += 1
    }
    #expect(count == 214)
  }
}

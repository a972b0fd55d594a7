import Foundation
import Geomagnetism
import HeadingGeodesy
import HeadingGeometry

/// Time per call of magnetic field, geodesics and geoid at random places.
@main
enum GeoBenchmark {
  struct Place {
    var coordinate: Coordinate
    var height: Double
    var decimalYear: Double
  }

  static func main() {
    var table = Table()
    if CommandLine.arguments.contains("--peers") { table.readPeers() }
    if let index = CommandLine.arguments.firstIndex(of: "--only"),
      index + 1 < CommandLine.arguments.count
    {
      table.only = CommandLine.arguments[index + 1]
    }
    var random = RandomNumbers(seed: 1)
    let places: [Place] = (0..<2000).compactMap { _ in
      let latitude = random.next() * 180 - 90
      let longitude = random.next() * 360 - 180
      let height = random.next() * 10_000
      let year = 2025 + 5 * random.next()
      return Coordinate(latitude: latitude, longitude: longitude)
        .map { Place(coordinate: $0, height: height, decimalYear: year) }
    }
    magneticField(&table, places)
    if let text = fileText("WMMHR2025.COF"), let model = try? MagneticModel(parsingCOF: text) {
      highResolution(&table, model, places)
    }
    batch(&table, places)
    geodesics(&table, places)
    if let data = bytes("egm96_30min_cm.i16"), let grid = try? GeoidGrid(parsing: data.span) {
      geoid(&table, grid, places)
    }
  }

  /// The text of a file of the folder in the second argument.
  static func fileText(_ name: String) -> String? {
    guard let data = bytes(name) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  static func bytes(_ name: String) -> [UInt8]? {
    guard
      let folder = CommandLine.arguments.dropFirst().first(where: {
        $0.hasPrefix("/") || $0.hasPrefix(".")
      })
    else { return nil }
    return FileManager.default.contents(atPath: folder + "/" + name).map { [UInt8]($0) }
  }

  static func magneticField(_ table: inout Table, _ places: [Place]) {
    let model = MagneticModel.wmm2025
    table.measure("wmm-components", calls: places.count, target: 400, against: "wmm") {
      var sum = 0.0
      for place in places {
        if let field = try? model.field(
          at: place.coordinate, ellipsoidalHeight: place.height, decimalYear: place.decimalYear)
        {
          sum += field.north + field.downRate
        }
      }
      return sum
    }
    table.measure("wmm", calls: places.count, target: 400) {
      var sum = 0.0
      for place in places {
        if let field = try? model.field(
          at: place.coordinate, ellipsoidalHeight: place.height, decimalYear: place.decimalYear)
        {
          sum += allElements(field)
        }
      }
      return sum
    }
  }

  static func batch(_ table: inout Table, _ places: [Place]) {
    let points = places.map {
      MagneticPoint(
        coordinate: $0.coordinate, ellipsoidalHeight: $0.height, decimalYear: $0.decimalYear)
    }
    table.measure("wmm-batch", calls: points.count, target: 250, against: "wmm") {
      var sum = 0.0
      MagneticModel.wmm2025.evaluate(points.span) { _, result in
        if case .success(let field) = result { sum += allElements(field) }
      }
      return sum
    }
    var follower = MagneticFollower(model: .wmm2025)
    let start = places[0]
    table.measure("wmm-follow-1m", calls: 1000, target: 250, against: "wmm") {
      var sum = 0.0
      for step in 0..<1000 {
        let latitude = start.coordinate.latitude * 0.5 + Double(step) * 1e-5
        if let place = Coordinate(latitude: latitude, longitude: start.coordinate.longitude),
          let field = try? follower.field(at: place, decimalYear: start.decimalYear)
        {
          sum += field.declination.radians
        }
      }
      return sum
    }
  }

  static func geoid(_ table: inout Table, _ grid: GeoidGrid, _ places: [Place]) {
    table.measure("geoid", calls: places.count, target: 100) {
      var sum = 0.0
      for place in places { sum += grid.height(at: place.coordinate) }
      return sum
    }
  }

  static func highResolution(_ table: inout Table, _ model: MagneticModel, _ places: [Place]) {
    table.measure("wmmhr", calls: 200, target: 20_000) {
      var sum = 0.0
      for place in places.prefix(200) {
        if let field = try? model.field(
          at: place.coordinate, ellipsoidalHeight: place.height, decimalYear: place.decimalYear)
        {
          sum += allElements(field)
        }
      }
      return sum
    }
  }

  static func allElements(_ field: MagneticField) -> Double {
    let elements = field.elements
    return field.north + field.east + field.down + field.northRate + field.eastRate
      + field.downRate + elements.horizontal + elements.total + elements.declination.radians
      + elements.inclination.radians + elements.horizontalRate + elements.totalRate
      + elements.declinationRate.radians + elements.inclinationRate.radians
  }

  static func geodesics(_ table: inout Table, _ places: [Place]) {
    table.measure("geodesic-inverse", calls: places.count - 1, target: 900) {
      var sum = 0.0
      for (from, to) in zip(places, places.dropFirst()) {
        sum += Geodesic(from: from.coordinate, to: to.coordinate).distance
      }
      return sum
    }
    let near = places.map { place in
      place.coordinate.following(azimuth: Angle(radians: place.height), distance: 10)?
        .coordinate ?? place.coordinate
    }
    table.measure("geodesic-10m", calls: places.count, target: 350) {
      var sum = 0.0
      for (from, to) in zip(places, near) {
        sum += Geodesic(from: from.coordinate, to: to).distance
      }
      return sum
    }
    table.measure("geodesic-direct", calls: places.count, target: 400) {
      var sum = 0.0
      for place in places {
        let end = place.coordinate.following(
          azimuth: Angle(radians: place.decimalYear), distance: place.height * 1000)
        sum += end?.azimuth.radians ?? 0
      }
      return sum
    }
  }
}

import Foundation
import Geomagnetism
import HeadingGeodesy
import HeadingGeometry

/// A magnetic field for people and as JSON.
struct FieldReport {
  private let field: MagneticField
  private let altitude: Double
  private let height: Double
  private let year: Double
  private let model: String

  /// Whose errors are stated: those of WMM2025 where the makers published none.
  private let errorModel: String

  /// A report of a field at a height above the ellipsoid, m, and the altitude that it was asked for with.
  init(
    _ field: MagneticField, altitude: Double, height: Double, year: Double, model: MagneticModel
  ) {
    self.field = field
    self.altitude = altitude
    self.height = height
    self.year = year
    self.model = model.name
    errorModel = model.errorModel == .wmm2025 ? MagneticModel.wmm2025.name : model.name
  }

  private var zone: String {
    switch field.zone {
    case .normal: "normal"
    case .caution: "caution"
    case .blackout: "blackout"
    }
  }

  var text: String {
    let sigma = field.uncertainty
    func row(_ name: String, _ value: Double, _ unit: String, _ rate: Double, _ error: Double)
      -> String
    {
      let padded = name.padding(toLength: 13, withPad: " ", startingAt: 0)
      return padded
        + String(
          format: "%12.4f %@  %+.4f %@/year  ±%.3f %@\n", value, unit, rate, unit, error, unit)
    }
    let nano = MagneticField.nanoteslaPerTesla
    var text =
      "\(model) at \(field.coordinate.latitude), \(field.coordinate.longitude), "
      + String(format: "%.1f m above the ellipsoid, %.4f\n", height, year)
    text += row(
      "declination", field.declination.degrees, "°", field.declinationRate.degrees,
      sigma.declination.degrees)
    text += row(
      "inclination", field.inclination.degrees, "°", field.inclinationRate.degrees,
      sigma.inclination.degrees)
    text += row(
      "horizontal", field.horizontal * nano, "nT", field.horizontalRate * nano,
      sigma.horizontal * nano)
    text += row("north", field.north * nano, "nT", field.northRate * nano, sigma.north * nano)
    text += row("east", field.east * nano, "nT", field.eastRate * nano, sigma.east * nano)
    text += row("down", field.down * nano, "nT", field.downRate * nano, sigma.down * nano)
    text += row("total", field.total * nano, "nT", field.totalRate * nano, sigma.total * nano)
    if let variation = field.gridVariation {
      text += "grid variation " + String(format: "%.4f °\n", variation.degrees)
    }
    if errorModel != model {
      text +=
        "errors: \(model) states none; these are \(errorModel)'s, most of which is crust that both leave out\n"
    }
    if zone != "normal" {
      text += "zone: \(zone); the horizontal field is weak here and a compass unreliable\n"
    }
    if field.yearsOutside > 0 {
      text += String(
        format: "extrapolated %.2f years outside the model's validity; the bounds have grown\n",
        field.yearsOutside)
    }
    return text
  }

  func json() throws -> Data {
    let nano = MagneticField.nanoteslaPerTesla
    let sigma = field.uncertainty
    var object: [String: Any] = [
      "model": model, "latitude": field.coordinate.latitude,
      "longitude": field.coordinate.longitude, "altitude": altitude,
      "ellipsoidal_altitude": height, "year": year,
      "years_outside_validity": field.yearsOutside, "zone": zone,
      "declination": field.declination.degrees, "inclination": field.inclination.degrees,
      "horizontal": field.horizontal * nano, "north": field.north * nano,
      "east": field.east * nano, "down": field.down * nano, "total": field.total * nano,
      "declination_rate": field.declinationRate.degrees,
      "inclination_rate": field.inclinationRate.degrees,
      "horizontal_rate": field.horizontalRate * nano, "north_rate": field.northRate * nano,
      "east_rate": field.eastRate * nano, "down_rate": field.downRate * nano,
      "total_rate": field.totalRate * nano,
      "declination_uncertainty": sigma.declination.degrees,
      "inclination_uncertainty": sigma.inclination.degrees,
      "horizontal_uncertainty": sigma.horizontal * nano,
      "north_uncertainty": sigma.north * nano, "east_uncertainty": sigma.east * nano,
      "down_uncertainty": sigma.down * nano,
      "total_uncertainty": sigma.total * nano, "uncertainty_model": errorModel,
    ]
    object["grid_variation"] = field.gridVariation.map { $0.degrees } ?? NSNull()
    return try JSONLineObject.data(object)
  }
}

package import FoundationEssentials
package import Geomagnetism
import HeadingGeodesy
import HeadingGeometry
import HeadingSystem

/// Formats a magnetic field as text and as JSON.
package struct FieldReport {
  private let field: MagneticField
  private let altitude: Double
  private let height: Double
  private let year: Double
  private let model: String

  /// The model whose error model applies; WMM2025 if the model has none of its own.
  private let errorModel: String

  /// Makes a report of a field at a height above the ellipsoid, m, with the requested altitude, m.
  package init(
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

  /// Formats the field as text; the errors determine the digits, and rates have one digit more.
  package func text(_ style: TerminalStyle) -> String {
    let sigma = field.uncertainty
    let measure = MeasureText(style: style)
    func row(_ name: String, _ value: String, _ unit: String, _ rate: Double, _ error: Double)
      -> String
    {
      let decimals = NumberText.decimals(error, otherwise: 1) + 1
      let change = NumberText.fixed(rate, decimals)
      let padding = String(repeating: " ", count: max(0, 10 - value.count))
      return name.padding(to: 14) + padding
        + "\(value)  ±\(NumberText.bound(error))\(unit)  "
        + "\(change.hasPrefix("-") ? "" : "+")\(change)\(unit)/year\n"
    }
    func angle(_ name: String, _ value: Angle, _ rate: Angle, _ error: Angle) -> String {
      let text = NumberText.fixed(value.degrees, NumberText.decimals(error.degrees, otherwise: 1))
      return row(name, text + style.degree, style.degree, rate.degrees, error.degrees)
    }
    let nano = MagneticField.nanoteslaPerTesla
    func strength(_ name: String, _ value: Double, _ rate: Double, _ error: Double) -> String {
      let text = NumberText.fixed(value * nano, NumberText.decimals(error * nano, otherwise: 1))
      return row(name, text + " nT", " nT", rate * nano, error * nano)
    }
    let place = measure.place(
      latitude: field.coordinate.latitude, longitude: field.coordinate.longitude)
    var text =
      "\(model) at \(place), " + PrintfText.text("%.1f m above the ellipsoid, %.3f\n", height, year)
    text += row(
      "declination",
      measure.declination(field.declination.degrees, bound: sigma.declination.degrees),
      style.degree, field.declinationRate.degrees, sigma.declination.degrees)
    text += angle("inclination", field.inclination, field.inclinationRate, sigma.inclination)
    text += strength("horizontal", field.horizontal, field.horizontalRate, sigma.horizontal)
    text += strength("north", field.north, field.northRate, sigma.north)
    text += strength("east", field.east, field.eastRate, sigma.east)
    text += strength("down", field.down, field.downRate, sigma.down)
    text += strength("total", field.total, field.totalRate, sigma.total)
    if let variation = field.gridVariation {
      text +=
        "grid variation "
        + measure.declination(variation.degrees, bound: sigma.declination.degrees) + "\n"
    }
    if errorModel != model {
      text +=
        "errors: \(model) states none; these are \(errorModel)'s, mostly the crustal field that both omit\n"
    }
    if zone != "normal" {
      text += "zone: \(zone); the horizontal field is weak here and a compass unreliable\n"
    }
    if field.yearsOutside > 0 {
      text += PrintfText.text(
        "extrapolated %.2f years outside the model's validity; the bounds have grown\n",
        field.yearsOutside)
    }
    return text
  }

  package func json() throws -> Data {
    let nano = MagneticField.nanoteslaPerTesla
    let sigma = field.uncertainty
    var object: [String: Any?] = [
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
    object.updateValue(field.gridVariation.map { $0.degrees }, forKey: "grid_variation")
    return try JSONLineObject.data(object)
  }
}

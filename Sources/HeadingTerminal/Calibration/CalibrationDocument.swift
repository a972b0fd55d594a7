package import FoundationEssentials
package import HeadingCalibration
import HeadingGeometry
import HeadingRuntime
import HeadingSensing
import HeadingSystem

/// Formats the result of a calibration as JSON and as text, in µT and degrees.
package struct CalibrationDocument {
  private let result: CalibrationResult
  private let isSimulated: Bool

  package init(_ result: CalibrationResult, isSimulated: Bool) {
    self.result = result
    self.isSimulated = isSimulated
  }

  package func json() throws -> Data {
    let parameters = result.parameters
    let error = result.predictedHeadingError
    var object: [String: Any?] = [
      "hard_iron": elements(parameters.hardIron / PhysicalConstants.microtesla),
      "soft_iron": rows(parameters.softIron),
      "field_strength": result.fieldStrength / PhysicalConstants.microtesla,
      "inclination": result.inclination?.degrees ?? .nan,
      "rung": result.rung.description,
      "samples_used": result.samplesUsed,
      "outliers": result.outliers,
      "coverage": result.coverage.fraction,
      "predicted_heading_error": [
        "level": error.level.degrees, "tilt20": error.tilt20.degrees,
        "tilt45": error.tilt45.degrees, "by_heading": error.byHeading.map(\.degrees),
      ],
      "quality": result.quality.description,
      "reasons": result.reasons.names,
      "accepted": result.isAccepted,
      "simulated": isSimulated,
    ]
    if let lag = result.lag { object["lag"] = lag }
    if let load = parameters.load {
      object["load"] = [
        "field": elements(load.field / PhysicalConstants.microtesla),
        "swing": load.swing / PhysicalConstants.microtesla, "delay": load.delay,
        "minimum": load.range.lowerBound, "maximum": load.range.upperBound,
      ]
    }
    if let temperature = parameters.temperature {
      object["temperature"] = [
        "field": elements(temperature.field / PhysicalConstants.microtesla),
        "reference": temperature.reference - PhysicalConstants.zeroCelsius,
      ]
    }
    return try JSONLineObject.data(object)
  }

  package var text: String {
    let error = result.predictedHeadingError
    func degrees(_ angle: Angle) -> String { PrintfText.text("%.2f°", angle.degrees) }
    var lines = isSimulated ? ["SIMULATED"] : []
    lines.append(
      "\(result.isAccepted ? "accepted" : "refused"): \(result.rung), quality \(result.quality)")
    if result.rung != .none {
      lines.append(
        "heading error \(degrees(error.level)) level, \(degrees(error.tilt20)) at 20° of tilt, "
          + "\(degrees(error.tilt45)) at 45° (1σ)")
      let hard = result.parameters.hardIron / PhysicalConstants.microtesla
      lines.append(
        PrintfText.text("hard iron %.2f, %.2f, %.2f µT; field ", hard.x, hard.y, hard.z)
          + PrintfText.text("%.2f µT", result.fieldStrength / PhysicalConstants.microtesla)
          + (result.inclination.map { ", inclination \(degrees($0))" } ?? ""))
    }
    if let lag = result.lag, abs(lag) > 0.005 {
      lines.append(PrintfText.text("the field is %.0f ms older than the rates", lag * 1000))
    }
    lines.append("\(result.samplesUsed) samples used, \(result.outliers) left out")
    if let load = result.parameters.load { lines.append(load.diagnosis) }
    if let temperature = result.parameters.temperature {
      let slope = temperature.field.length / PhysicalConstants.microtesla
      lines.append(PrintfText.text("the hard iron changes by %.2f µT per kelvin", slope))
    }
    lines += result.reasons.advice.map { "- \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private func elements(_ vector: Vector3) -> [Double] { [vector.x, vector.y, vector.z] }

  private func rows(_ matrix: Matrix3) -> [[Double]] {
    [elements(matrix.rows.x), elements(matrix.rows.y), elements(matrix.rows.z)]
  }
}

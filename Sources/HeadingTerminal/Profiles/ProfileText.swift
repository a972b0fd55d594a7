import FoundationEssentials
import HeadingGeometry
import HeadingRuntime
public import HeadingSensing
public import HeadingStorage
import HeadingSystem

/// Formats a calibration profile as text.
public struct ProfileText: Sendable {
  private let style: TerminalStyle

  /// Creates a formatter.
  public init(style: TerminalStyle) { self.style = style }

  /// Width of a line, columns.
  public var columns: Int { style.columns }

  /// Formats all contents of the profile, one entry per line or several lines.
  public func text(_ profile: CalibrationProfile, title: String) -> String {
    let parameters = profile.parameters
    var lines = [title]
    func add(_ name: String, _ text: String) {
      // Text that fits is not broken: that would remove the columns of numbers.
      guard text.count + 17 > style.columns else {
        return lines.append("  " + name.padding(to: 15) + text)
      }
      lines += WrappedText.lines("  " + name, text, column: 17, width: max(40, style.columns))
    }
    if let sensor = profile.sensor { add("sensor", sensor.text) }
    if profile.isSimulated { add("SIMULATED", "made with simulated sensors, valid only for them") }
    add("made", origin(profile))
    let fitted = [
      profile.rung, profile.samplesUsed.map { "\($0) samples" },
      profile.coverage.map { "\(NumberText.fixed($0 * 100, 0)) % of the directions" },
    ].compactMap { $0 }
    if !fitted.isEmpty { add("fitted", fitted.joined(separator: ", ")) }
    add("heading error", error(parameters))
    if let strength = profile.fieldStrength {
      let dip = profile.inclination.map {
        ", dip \(NumberText.fixed($0.degrees, 1))\(style.degree)"
      }
      let model = profile.model.map { " (\($0))" } ?? ""
      add("field", "\(NumberText.fixed(strength * 1e6, 1)) \(style.micro)T\(dip ?? "")\(model)")
    }
    add("hard iron", vector(parameters.hardIron * 1e6, 2) + " \(style.micro)T")
    let rows = parameters.softIron.rows
    add("soft iron", vector(rows.x, 4))
    add("", vector(rows.y, 4))
    add("", vector(rows.z, 4))
    if let load = parameters.load {
      add("load", load.diagnosis)
      add("", vector(load.field * 1e6, 3) + " \(style.micro)T per unit")
    }
    if let temperature = parameters.temperature {
      add("temperature", vector(temperature.field * 1e6, 3) + " \(style.micro)T per kelvin")
    }
    if parameters.accelerometerBias != .zero || parameters.accelerometerScale != .identity {
      add("accelerometer", "offset " + vector(parameters.accelerometerBias, 3) + " m/s2")
    }
    if parameters.gyroscopeBias != .zero {
      add("gyroscope", "offset " + vector(parameters.gyroscopeBias, 5) + " rad/s")
    }
    for (index, past) in profile.history.prefix(4).enumerated() {
      let made = past.created.map(Self.time) ?? "no date"
      let error = past.headingError.map {
        ", \(style.plusMinus)\(NumberText.fixed($0.degrees, 2))\(style.degree)"
      }
      add(index == 0 ? "previous" : "", "\(past.checksum)  \(made)\(error ?? "")")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Formats date, position and temperatures of the calibration.
  public func origin(_ profile: CalibrationProfile) -> String {
    let zero = PhysicalConstants.zeroCelsius
    let measure = MeasureText(style: style)
    return [
      profile.created.map(Self.time) ?? "no date",
      profile.place.map {
        "at " + measure.place(latitude: $0.latitude, longitude: $0.longitude)
      },
      profile.temperatures.map {
        measure.text($0.lowerBound - zero, .temperature, decimals: 1) + " to "
          + measure.text($0.upperBound - zero, .temperature, decimals: 1)
      },
    ].compactMap { $0 }.joined(separator: ", ")
  }

  /// Formats the predicted heading error.
  public func error(_ parameters: CalibrationParameters) -> String {
    guard let level = parameters.headingError else { return "not stated" }
    func part(_ angle: Angle, _ name: String) -> String {
      "\(style.plusMinus)\(NumberText.fixed(angle.degrees, 2))\(style.degree) \(name)"
    }
    return [
      part(level, "level"), parameters.headingErrorTilt20.map { part($0, "at 20\(style.degree)") },
      parameters.headingErrorTilt45.map { part($0, "at 45\(style.degree)") },
    ].compactMap { $0 }.joined(separator: ", ")
  }

  private func vector(_ vector: Vector3, _ decimals: Int) -> String {
    [vector.x, vector.y, vector.z].map { value in
      let text = NumberText.fixed(value, decimals)
      return String(repeating: " ", count: max(0, 9 - text.count)) + text
    }.joined()
  }

  private static func time(_ time: UniversalTime) -> String {
    let (year, month, day, second) = time.components
    guard second.isFinite else { return "no date" }
    let minutes = Int(second / 60)
    return PrintfText.text("%04d-%02d-%02d %02d:%02d", year, month, day, minutes / 60, minutes % 60)
  }
}

import FoundationEssentials
import Glibc
import HeadingSystem

/// Formats values with unit and bound; the bound determines the number of digits.
public struct MeasureText: Sendable {
  private let style: TerminalStyle

  /// Creates a formatter.
  public init(style: TerminalStyle) { self.style = style }

  /// Formats a distance, m, in the style's unit; from 1000 m on also in kilometres.
  public func distance(_ metres: Double) -> String {
    let size = abs(metres * style.units.unit(of: .distance).factor)
    // Small distances have two significant digits, to about a millimetre (seven decimals).
    let small = size > 0 && size < 0.1 ? Int((-log10(size)).rounded(.up)) + 1 : 3
    let text = text(metres, .distance, decimals: style.units == .metric ? 3 : min(max(3, small), 7))
    guard style.units == .metric, size >= 1000 else { return text }
    return text + " (\(NumberText.fixed(metres / 1000, 3)) km)"
  }

  /// Formats a height, m, in the style's unit.
  public func height(_ metres: Double) -> String { text(metres, .height, decimals: 1) }

  /// Formats a position in the style's form; with more digits if the accuracy is better than 1 m.
  public func place(latitude: Double, longitude: Double, accuracy: Double? = nil) -> String {
    coordinate(latitude, "N", "S", accuracy) + " " + coordinate(longitude, "E", "W", accuracy)
  }

  /// Formats a declination, °, with its letter and the digits of its bound; a dash for `nil`.
  public func declination(_ degrees: Double?, bound: Double?) -> String {
    guard let degrees, degrees.isFinite else { return "-" }
    let size = NumberText.fixed(abs(degrees), NumberText.decimals(bound, otherwise: 1))
    let letter = Double(size) == 0 ? "" : degrees < 0 ? " W" : " E"
    return size + style.degree + letter
  }

  /// Formats a value in the style's unit with its bound; a dash for `nil`.
  func text(
    _ value: Double?, _ quantity: UnitSystem.Quantity, bound: Double? = nil, decimals: Int
  ) -> String {
    guard let value else { return "-" }
    let unit = style.units.unit(of: quantity)
    let bound = bound.map { $0 * unit.factor }
    let decimals = NumberText.decimals(bound, otherwise: decimals)
    let name = unit.name.replacing("°", with: style.degree)
    return NumberText.fixed(value * unit.factor + unit.offset, decimals) + limits(bound) + " "
      + name
  }

  /// Formats a heading, °, three digits before the point, with its bound; a dash for `nil`.
  func heading(_ degrees: Double?, bound: Double?) -> String {
    guard degrees != nil else { return "-" }
    let decimals = NumberText.decimals(bound, otherwise: 1)
    let text = NumberText.heading(degrees, decimals) + style.degree
    return bound == nil ? text : text + limits(bound) + style.degree
  }

  /// Formats the bound that follows a value; empty for `nil`.
  func limits(_ bound: Double?) -> String {
    bound.map { " \(style.plusMinus)\(NumberText.bound($0))" } ?? ""
  }

  /// Formats a latitude or longitude, °, for a position accuracy, m; a dash for `nil`.
  func coordinate(
    _ degrees: Double?, _ positive: String, _ negative: String, _ accuracy: Double? = nil
  ) -> String {
    guard let degrees else { return "-" }
    let letter = degrees < 0 ? negative : positive
    let isFine = accuracy.map { $0 < 1 } ?? false
    guard style.coordinates == .dms, abs(degrees) < 1000 else {
      return NumberText.fixed(abs(degrees), isFine ? 7 : 5) + " " + letter
    }
    // Rounded once, so that 60 seconds never appear; a tenth of a second of latitude is 3 m.
    let parts = isFine ? 1000.0 : 10
    let whole = Int((abs(degrees) * 3600 * parts).rounded())
    let unit = Int(parts)
    let (minutes, seconds) = (whole / unit / 60, Double(whole % (60 * unit)) / parts)
    let mark = style.usesUnicode ? "°" : "d"
    let text = PrintfText.text(isFine ? "%02d'%06.3f\"" : "%02d'%04.1f\"", minutes % 60, seconds)
    return "\(minutes / 60)\(mark)\(text) \(letter)"
  }
}

import HeadingGeometry

/// Formats non-negative numbers with two decimals.
enum DecimalFormat {
  static func hundredths(_ value: Double) -> String {
    let whole = Int((min(max(value, 0), 1e6) * 100).rounded())
    let rest = whole % 100
    return "\(whole / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  static func microtesla(_ value: Double) -> String {
    hundredths(value / PhysicalConstants.microtesla) + " µT"
  }
}

import HeadingSystem

/// Formats numbers as text.
public enum NumberText {
  /// Formats a number with fixed decimals, without a negative zero; a dash for `nil`.
  public static func fixed(_ value: Double?, _ decimals: Int) -> String {
    guard let value else { return "-" }
    let text = PrintfText.text("%.\(decimals)f", value)
    return text.hasPrefix("-") && Double(text) == 0 ? String(text.dropFirst()) : text
  }

  /// Formats a number with fixed decimals and unit; a dash for `nil`.
  static func fixed(_ value: Double?, _ decimals: Int, unit: String) -> String {
    value == nil ? "-" : fixed(value, decimals) + unit
  }

  /// Formats a number without a zero fraction.
  public static func typed(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Formats a heading, °, with three digits before the point; a dash for `nil`.
  static func heading(_ value: Double?, _ decimals: Int = 1) -> String {
    guard let value else { return "-" }
    let text = PrintfText.text("%0\(decimals > 0 ? 4 + decimals : 3).\(decimals)f", value)
    return Double(text) == 360 ? heading(0, decimals) : text
  }

  /// Number of decimals, 0 to 4, that shows two significant digits of a bound.
  public static func decimals(_ bound: Double?, otherwise decimals: Int) -> Int {
    guard let bound, bound.isFinite, bound > 0 else { return decimals }
    var (count, rest) = (0, bound)
    // 9.96 is 10.
    while rest < 9.95, count < 4 {
      rest *= 10
      count += 1
    }
    return count
  }

  /// Formats a bound with its significant digits.
  public static func bound(_ value: Double) -> String {
    fixed(value, decimals(value, otherwise: 1))
  }
}

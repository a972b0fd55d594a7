import Foundation

/// Numbers as people read them.
public enum NumberText {
  /// A number with a fixed count of decimals, never a zero with a minus; a dash for none.
  public static func fixed(_ value: Double?, _ decimals: Int) -> String {
    guard let value else { return "-" }
    let text = String(format: "%.\(decimals)f", value)
    return text.hasPrefix("-") && Double(text) == 0 ? String(text.dropFirst()) : text
  }

  /// The same with its unit behind it; of no number a dash alone.
  static func fixed(_ value: Double?, _ decimals: Int, unit: String) -> String {
    value == nil ? "-" : fixed(value, decimals) + unit
  }

  /// A number as somebody would type it: without a fraction that is none.
  public static func typed(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// A heading with three digits before the point, or a dash.
  static func heading(_ value: Double?, _ decimals: Int = 1) -> String {
    guard let value else { return "-" }
    let text = String(format: "%0\(decimals > 0 ? 4 + decimals : 3).\(decimals)f", value)
    return Double(text) == 360 ? heading(0, decimals) : text
  }

  /// How many decimals two digits of a bound are, at most four; those of a value that has such a bound.
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

  /// A bound with the digits that count.
  public static func bound(_ value: Double) -> String {
    fixed(value, decimals(value, otherwise: 1))
  }
}

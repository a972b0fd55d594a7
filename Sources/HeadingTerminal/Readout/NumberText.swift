import Foundation

/// Numbers as the readout shows them.
enum NumberText {
  /// A number with a fixed count of decimals, never a zero with a minus; a dash for none.
  static func fixed(_ value: Double?, _ decimals: Int) -> String {
    guard let value else { return "-" }
    let text = String(format: "%.\(decimals)f", value)
    return text.hasPrefix("-") && Double(text) == 0 ? String(text.dropFirst()) : text
  }

  /// A heading with one decimal, 000.0 to 359.9, or a dash.
  static func heading(_ value: Double?) -> String {
    guard let value else { return "-" }
    let rounded = (value * 10).rounded() / 10
    return String(format: "%05.1f", rounded >= 360 ? 0 : rounded)
  }

  /// A coordinate in degrees with a hemisphere letter.
  static func coordinate(_ value: Double?, _ positive: String, _ negative: String) -> String {
    value.map { String(format: "%.5f ", abs($0)) + ($0 < 0 ? negative : positive) } ?? "-"
  }
}

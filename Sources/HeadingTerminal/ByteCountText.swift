/// Formats file sizes as text.
public enum ByteCountText {
  /// Formats a number of bytes with two or three digits, in decimal units (IEC 80000-13).
  public static func text(_ bytes: Double) -> String {
    var (value, units) = (max(0, bytes), ["B", "kB", "MB", "GB", "TB"][...])
    while value >= 999.5, units.count > 1 {
      value /= 1000
      units = units.dropFirst()
    }
    let decimals = value < 9.95 && units.first != "B" ? 1 : 0
    return "\(NumberText.fixed(value, decimals)) \(units.first ?? "")"
  }
}

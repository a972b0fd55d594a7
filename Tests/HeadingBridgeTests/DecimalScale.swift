import HeadingIIOServer

/// The text of a scale as the bridge serves it.
enum DecimalScale {
  static func text(_ scale: Double) -> String { DecimalText.fixed(scale, decimals: 12) }
}

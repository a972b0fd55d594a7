public import HeadingSensing

extension LoadEffect {
  /// The effect of the load in words: "your field moves 9.00 µT with the load, 0.30 s late".
  public var diagnosis: String {
    "your field moves \(DecimalFormat.microtesla(swing)) with the load"
      + (delay > 0 ? ", \(DecimalFormat.hundredths(delay)) s late" : "")
  }
}

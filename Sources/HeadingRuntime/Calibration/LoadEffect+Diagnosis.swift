public import HeadingSensing

extension LoadEffect {
  /// The effect of the load in words: "your field moves 9.00 µT with the load, 0.30 s late".
  public var diagnosis: String {
    "your field moves \(SmallNumber.microtesla(swing)) with the load"
      + (delay > 0 ? ", \(SmallNumber.hundredths(delay)) s late" : "")
  }
}

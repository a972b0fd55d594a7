extension Int32 {
  /// The nearest number; 0 for what is not a number.
  init(saturating value: Double) {
    self =
      value.isNaN
      ? 0 : Int32(Swift.min(Swift.max(value.rounded(), Double(Self.min)), Double(Self.max)))
  }
}

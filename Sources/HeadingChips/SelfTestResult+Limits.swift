extension SelfTestResult {
  /// The result of axes x, y and z, each within its limits; failed without a field (overflow).
  init(field: [Double]?, limits: [ClosedRange<Double>]) {
    guard let field else {
      self.init(hasPassed: false, text: "overflow")
      return
    }
    self.init(["x", "y", "z"], field, limits, unit: "counts")
  }

  /// The result of named values, each within its limits.
  init(_ names: [String], _ values: [Double], _ limits: [ClosedRange<Double>], unit: String) {
    var parts: [String] = []
    var hasPassed = true
    for (name, (value, range)) in zip(names, zip(values, limits)) {
      if !range.contains(value) { hasPassed = false }
      let rounded = (value * 100).rounded() / 100
      parts.append("\(name) \(rounded) \(unit) (\(range.lowerBound) to \(range.upperBound))")
    }
    self.init(hasPassed: hasPassed, text: parts.joined(separator: ", "))
  }

  /// Both results together.
  static func + (left: Self, right: Self) -> Self {
    Self(hasPassed: left.hasPassed && right.hasPassed, text: left.text + "; " + right.text)
  }
}

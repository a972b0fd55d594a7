package import HeadingGeometry

/// A sensor that a feed declares.
package struct FeedSensor: Sendable, Hashable {
  /// Largest sum of the nominal rates of a device, Hz.
  static let fastest = 4000.0

  /// Name within the device: letters, digits and `-_.`.
  package var name: String

  /// What it measures.
  package var quantity: FeedQuantity

  /// Unit of its values, also of the range.
  package var unit: FeedUnit

  /// Rotation from the chip's axes to the body frame; `nil` if the declared axes are no rotation,
  /// so that the samples are not used.
  package var mount: MountMatrix?

  /// Largest magnitude of a component, or largest scalar value, in its unit.
  package var range: Double

  /// Nominal rate, Hz.
  package var rate: Double

  /// Name of the sensor whose chip a temperature is of.
  package var chip: String?

  /// Creates a sensor.
  package init(
    name: String, quantity: FeedQuantity, unit: FeedUnit, mount: MountMatrix?, range: Double,
    rate: Double, chip: String? = nil
  ) {
    self.name = name
    self.quantity = quantity
    self.unit = unit
    self.mount = mount
    self.range = range
    self.rate = rate
    self.chip = chip
  }

  /// Whether a measured rate, Hz, is that of a nominal one.
  package static func isPlausible(_ measured: Double, for nominal: Double) -> Bool {
    (0.5...2).contains(measured / nominal)
  }

  /// What makes it unusable; `nil` if nothing does.
  var complaint: String? {
    guard FeedDeclaration.isName(name), name != "t", name != "feed" else {
      return "has a sensor without a valid name (1 to 32 letters, digits and -_., not t or feed)"
    }
    if unit.quantity != quantity {
      return "gives \(name), a \(quantity.name), in \(unit.name)"
    }
    let largest = range * unit.scale + unit.offset
    if !(largest > 0 && quantity.possible.contains(largest)) {
      return "gives \(name) a range that no \(quantity.name) sensor has: check range and unit"
    }
    if !(0.1...2000).contains(rate) { return "gives \(name) a rate outside 0.1 to 2000 Hz" }
    if (quantity == .temperature) != (chip != nil) {
      return quantity == .temperature
        ? "does not say of which sensor \(name) is the temperature: add `of`"
        : "says of which sensor \(name) is, which only a temperature has"
    }
    return nil
  }
}

extension QuantityTraits {
  /// Relative humidity; the ABI's unit is m%.
  ///
  /// Sensors report somewhat more than 100 % at saturation within their accuracy.
  static let relativeHumidity = QuantityTraits(
    name: "relative_humidity", channelType: "humidityrelative", unit: "%", scale: 1e-3,
    range: -5...105)
}

import HeadingSensing

extension Array where Element == CalibrationSample {
  /// The mean temperature of the samples' magnetometer, K; `nil` if none has one.
  public var meanTemperature: Double? { Self.mean(compactMap { $0.temperature }) }

  /// The mean load of the samples; `nil` if none has one.
  ///
  /// - Parameter delay: Lag of the field behind the load, s.
  /// - Returns: The mean, in the channel's unit.
  public func meanLoad(delay: Double) -> Double? {
    Self.mean(compactMap { $0.load?.value(delay: delay) })
  }

  private static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}

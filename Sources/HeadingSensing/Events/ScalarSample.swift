/// One single-valued measurement in SI: pressure in Pa, temperature in K.
public struct ScalarSample: Sendable, Hashable {
  /// Time of validity.
  public var time: BootTime

  /// The value, in the unit of the event that carries the sample.
  public var value: Double

  /// Creates a sample.
  @inlinable
  public init(time: BootTime, value: Double) {
    self.time = time
    self.value = value
  }
}

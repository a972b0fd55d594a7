/// Name, unit and IIO channel of a scalar quantity.
public struct QuantityTraits: Sendable, Hashable {
  /// Name on the wire and in recordings, such as `relative_humidity`.
  public let name: String

  /// Channel type of the kernel's IIO ABI, such as `humidityrelative`.
  public let channelType: String

  /// Unit of the values, as users read it.
  public let unit: String

  /// Units per unit of the ABI.
  public let scale: Double

  /// Values that are physically possible, in ``unit``; a sample outside is dropped as faulty.
  public let range: ClosedRange<Double>
}

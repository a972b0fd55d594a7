import HeadingGeometry

/// One channel of a simulated IIO device.
public struct SimulatedChannel: Sendable, Hashable {
  /// Position and format of the channel in a sample.
  public struct ScanElement: Sendable, Hashable {
    /// Scan index.
    public var index: Int
    /// Format of the value.
    public var format: ScanFormat
  }

  /// An attribute's name and its file, which channels may share.
  public struct AttributeName: Sendable, Hashable {
    /// The name in the channel, such as `scale`.
    public var name: String
    /// The file in the device, such as `in_magn_scale`.
    public var file: String
  }

  /// The id, such as `magn_x`, `pressure` or `timestamp`.
  public var id: String

  /// The channel's own name, which few have.
  public var name: String?

  /// Whether it is an output.
  public var isOutput = false

  /// Its scan element; `nil` if it is not buffered.
  public var scan: ScanElement?

  /// Its attributes, sorted by name.
  public var attributes: [AttributeName] = []

  /// The measured quantity and axis (x, y, z: 0, 1, 2); `nil` for timestamp and unknown ids.
  public var measurement: (quantity: SimulatedQuantity, axis: Int)? {
    let parts = id.split(separator: "_")
    guard let first = parts.first, let quantity = SimulatedQuantity(rawValue: String(first))
    else { return nil }
    guard quantity.isVector else { return parts.count == 1 ? (quantity, 0) : nil }
    guard parts.count == 2, let axis = ["x", "y", "z"].firstIndex(of: parts[1]) else { return nil }
    return (quantity, axis)
  }

  /// The file of an attribute.
  func file(_ attribute: String) -> String? { attributes.first { $0.name == attribute }?.file }
}

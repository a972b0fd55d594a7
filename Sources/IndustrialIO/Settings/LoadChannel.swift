/// An IIO channel that measures a vehicle's electrical load: a current, a voltage or a power.
public struct LoadChannel: Sendable, Hashable {
  /// The device: IIO id, name or label.
  public var device: String

  /// The channel's id, such as `current3`.
  public var channel: String

  /// Parses `DEVICE/CHANNEL`, such as `ina219/current3`; `nil` for any other text.
  public init?(_ text: String) {
    guard let slash = text.lastIndex(of: "/") else { return nil }
    device = String(text[..<slash])
    channel = String(text[text.index(after: slash)...])
    if device.isEmpty || channel.isEmpty { return nil }
  }
}

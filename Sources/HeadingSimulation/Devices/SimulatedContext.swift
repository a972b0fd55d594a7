/// A simulated IIO context: devices and triggers.
public struct SimulatedContext: Sendable, Hashable {
  /// One line about the machine, as of `uname`.
  public var description: String

  /// Attributes of the context, in order.
  public var attributes: [Attribute]

  /// Devices first, triggers last.
  public var devices: [SimulatedDevice]

  /// An attribute of the context.
  public struct Attribute: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: String

    /// The attribute that marks the devices as simulated.
    static let simulationMark = "simulated"
  }

  /// Creates a context.
  public init(description: String, attributes: [Attribute], devices: [SimulatedDevice]) {
    self.description = description
    self.attributes = attributes
    self.devices = devices
  }

  /// The index of the device with this id, name or label, as in libiio's lookup.
  func index(ofDevice key: String) -> Int? {
    devices.firstIndex { $0.id == key } ?? devices.firstIndex { $0.name == key }
      ?? devices.firstIndex { $0.label == key }
  }
}

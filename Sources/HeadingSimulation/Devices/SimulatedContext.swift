/// A simulated IIO context: the devices and triggers a client finds.
public struct SimulatedContext: Sendable, Hashable {
  /// One line about the machine, as `uname` gives it on a real one.
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

    /// The name of the attribute that tells clients that the devices are simulated.
    static let simulationMark = "simulated"
  }

  /// Makes a context.
  public init(description: String, attributes: [Attribute], devices: [SimulatedDevice]) {
    self.description = description
    self.attributes = attributes
    self.devices = devices
  }

  /// The place of a device with this id, name or label, as libiio looks them up.
  func index(ofDevice key: String) -> Int? {
    devices.firstIndex { $0.id == key } ?? devices.firstIndex { $0.name == key }
      ?? devices.firstIndex { $0.label == key }
  }
}

/// An IIO context that is served: devices and triggers.
public struct ServedContext: Sendable, Hashable {
  /// One line about the machine, as of `uname`.
  public var description: String

  /// Attributes of the context, in order.
  public var attributes: [Attribute]

  /// Devices first, triggers last.
  public var devices: [ServedDevice]

  /// An attribute of the context.
  public struct Attribute: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: String

    /// Creates an attribute.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }

    /// The attribute that marks the devices as simulated.
    package static let simulationMark = "simulated"
  }

  /// Creates a context.
  public init(description: String, attributes: [Attribute], devices: [ServedDevice]) {
    self.description = description
    self.attributes = attributes
    self.devices = devices
  }

  /// The index of the device with this id, name or label, as in libiio's lookup.
  package func index(ofDevice key: String) -> Int? {
    devices.firstIndex { $0.id == key } ?? devices.firstIndex { $0.name == key }
      ?? devices.firstIndex { $0.label == key }
  }

  /// The index of a device that a client names.
  func device(_ key: String) throws(RemoteError) -> Int {
    guard let index = index(ofDevice: key) else { throw .noSuchDevice }
    return index
  }
}

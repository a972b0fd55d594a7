import HeadingSensing

/// The devices, channels, attributes and triggers of an IIO context as plain values.
public struct IIOInventory: Sendable, Hashable {
  /// How much is read.
  public enum Depth: Sendable, Hashable {
    /// Names and structure only: fast.
    case structure

    /// The attributes too, except measurements: a one-shot read blocks for two sample periods.
    case settings
  }

  /// The URI it was opened with.
  public var uri: String

  /// The context's description.
  public var text: String

  /// The version of libiio.
  public var library: String

  /// The context's own attributes.
  public var attributes: [IIOAttribute]

  /// The devices, triggers among them, in the context's order.
  public var devices: [IIODeviceInfo]

  /// Makes an inventory.
  public init(
    uri: String, text: String = "", library: String = "", attributes: [IIOAttribute] = [],
    devices: [IIODeviceInfo] = []
  ) {
    self.uri = uri
    self.text = text
    self.library = library
    self.attributes = attributes
    self.devices = devices
  }

  /// Opens a context, reads it and closes it again.
  ///
  /// Blocks up to about 10 s for a server that does not answer, and masks SIGPIPE in the calling thread.
  /// Attributes that cannot be read (all of them in an `xml:` context) are marked in their value.
  ///
  /// - Parameters:
  ///   - uri: `local:`, `ip:HOST[:PORT]`, `usb:` or `xml:FILE`.
  ///   - depth: How much is read.
  /// - Throws: ``IIOError`` if the context cannot be opened; a machine without IIO devices is not an error.
  public init(reading uri: String, depth: Depth = .settings) throws(IIOError) {
    ReaderThread.blockPipeSignal()
    do throws(IIOError) {
      let context = try IIOContext(uri: uri)
      self.init(of: context, depth: depth)
    } catch {
      guard error.isWithoutDevices else { throw error }
      self.init(uri: uri, text: "no IIO devices", library: SystemText.libraryVersion)
    }
  }

  init(of context: borrowing IIOContext, depth: Depth) {
    self.init(
      uri: context.uri, text: context.text, library: SystemText.libraryVersion,
      attributes: context.attributes)
    for index in 0..<context.deviceCount {
      let device = try? context.withDevice(at: index) { device throws(IIOError) in
        IIODeviceInfo(of: device, depth: depth)
      }
      // libiio also lists the machine's hardware monitors.
      if let device, !device.id.hasPrefix("hwmon") { devices.append(device) }
    }
  }

  /// Whether the devices are simulated: the context has the attribute `simulated`.
  public var isSimulated: Bool { attributes.contains { $0.name == Self.simulationMark } }

  /// The context attribute of a simulated server.
  static let simulationMark = "simulated"

  /// The device with an id, name or label.
  public func device(_ identifier: String) -> IIODeviceInfo? {
    devices.first { $0.id == identifier }
      ?? devices.first { $0.name == identifier || $0.label == identifier }
  }

  /// Device and channel of a quantity, the first in the context's order; `nil` if there is none.
  func place(of quantity: ScalarQuantity) -> ScalarReader.Place? {
    let type = quantity.traits.channelType
    for device in devices {
      if let channel = device.channels.first(where: { $0.type == type && $0.isReadable }) {
        return (device.id, channel.id)
      }
    }
    return nil
  }

  /// The triggers.
  public var triggers: [IIODeviceInfo] { devices.filter(\.isTrigger) }
}

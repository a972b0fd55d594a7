import HeadingSensing

/// The devices, channels, attributes and triggers of IIO contexts as plain values.
public struct IIOInventory: Sendable, Hashable {
  /// How much is read.
  public enum Depth: Sendable, Hashable {
    /// Names and structure only: fast.
    case structure

    /// The attributes too, except measurements: a one-shot read blocks for two sample periods.
    case settings
  }

  /// A context as a whole.
  public struct Context: Sendable, Hashable {
    /// The URI it was opened with.
    public var uri: String

    /// Its description.
    public var text: String

    /// Its own attributes.
    public var attributes: [IIOAttribute]

    /// Whether its devices are simulated.
    public var isSimulated: Bool { attributes.contains { $0.name == simulationMark } }
  }

  /// The contexts that were read.
  public var contexts: [Context]

  /// Why other contexts could not be read.
  public var failures: [IIOError] = []

  /// The version of libiio.
  public var library: String

  /// The devices, triggers among them, in the contexts' order; ids are unique.
  public var devices: [IIODeviceInfo]

  /// Makes the inventory of one context.
  public init(
    uri: String, text: String = "", library: String = "", attributes: [IIOAttribute] = [],
    devices: [IIODeviceInfo] = []
  ) {
    contexts = [Context(uri: uri, text: text, attributes: attributes)]
    self.library = library
    self.devices = devices
    for index in self.devices.indices { self.devices[index].uri = uri }
  }

  /// Makes the inventory of several contexts; of devices with the same id only the first is in it.
  public init(merging parts: [IIOInventory]) {
    contexts = parts.flatMap(\.contexts)
    failures = parts.flatMap(\.failures)
    library = parts.first?.library ?? ""
    devices = []
    var ids: Set<String> = []
    for device in parts.flatMap(\.devices) where ids.insert(device.id).inserted {
      devices.append(device)
    }
  }

  /// The URIs of the contexts.
  public var uri: String { contexts.map(\.uri).joined(separator: ", ") }

  /// The contexts' descriptions.
  public var text: String { contexts.map(\.text).joined(separator: ", ") }

  /// Reads the contexts of a configuration that exist at present.
  ///
  /// Blocks as ``init(reading:depth:)`` does, for each of them.
  ///
  /// - Throws: The first ``IIOError`` if none can be opened; else errors are in ``failures``.
  public init(reading configuration: IIOConfiguration) throws(IIOError) {
    var parts: [IIOInventory] = []
    var failures: [IIOError] = []
    for uri in configuration.addresses.compactMap(\.uri) {
      do throws(IIOError) {
        parts.append(try IIOInventory(reading: uri))
      } catch {
        failures.append(error)
      }
    }
    if parts.isEmpty, let failure = failures.first { throw failure }
    self.init(merging: parts)
    self.failures = failures
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
      if var device, !device.id.hasPrefix("hwmon") {
        device.uri = context.uri
        devices.append(device)
      }
    }
  }

  /// Whether some devices are simulated: their context has the attribute `simulated`.
  public var isSimulated: Bool {
    contexts.contains(where: \.isSimulated)
  }

  /// The context attribute of a simulated server.
  static let simulationMark = "simulated"

  /// Whether a device has this id.
  func hasDevice(_ id: String) -> Bool { devices.contains { $0.id == id } }

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

/// A device of a context, as plain values.
public struct IIODeviceInfo: Sendable, Hashable {
  /// The kernel's id, such as `iio:device0`; it can change when a device is plugged in again.
  public var id: String

  /// The URI of its context.
  public var uri = ""

  /// The driver's name for the chip, such as `lsm9ds1_magn`.
  public var name: String?

  /// The firmware's label for the chip's location.
  public var label: String?

  /// Whether it is a trigger.
  public var isTrigger: Bool

  /// Whether a trigger can be attached; `nil` if unknown.
  public var takesTrigger: Bool?

  /// The name of the trigger attached.
  public var trigger: String?

  /// The channels.
  public var channels: [IIOChannelInfo]

  /// The device's own attributes.
  public var attributes: [IIOAttribute]

  /// Makes a device.
  public init(
    id: String, name: String? = nil, label: String? = nil, isTrigger: Bool = false,
    channels: [IIOChannelInfo] = [], attributes: [IIOAttribute] = []
  ) {
    self.id = id
    self.name = name
    self.label = label
    self.isTrigger = isTrigger
    self.channels = channels
    self.attributes = attributes
  }

  /// Id and name for messages: `iio:device0 (lsm9ds1_magn)`.
  public var title: String { name.map { "\(id) (\($0))" } ?? id }

  /// Whether it is one of this machine's kernel.
  public var isLocal: Bool { uri.hasPrefix("local") }

  /// Whether it can be read through a buffer.
  public var hasBuffer: Bool {
    channels.contains { $0.scanIndex != nil && !$0.isOutput && $0.type != "timestamp" }
  }

  /// The input channel with this id.
  public func channel(_ id: String) -> IIOChannelInfo? {
    channels.first { $0.id == id && !$0.isOutput }
  }

  /// The device's own attribute of this name.
  public func attribute(_ name: String) -> IIOAttribute? {
    attributes.first { $0.name == name }
  }

  /// The attribute of a channel type, on the channels or else on the device; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - name: The attribute's name, such as `sampling_frequency`.
  ///   - type: The channel type, such as `magn`.
  /// - Returns: A channel's attribute, else the device's.
  public func attribute(_ name: String, type: String) -> IIOAttribute? {
    for channel in channels where channel.type == type && !channel.isOutput {
      if let found = channel.attribute(name) { return found }
    }
    return attribute(name)
  }

  /// The attribute of a channel type's mount matrix; the type's own takes precedence over the device's.
  ///
  /// - Parameter type: `magn`, `accel` or `anglvel`.
  /// - Returns: The attribute, whether its text was read or not; `nil` if the driver reports none.
  public func mountMatrix(type: String) -> IIOAttribute? {
    for channel in channels where channel.type == type {
      if let found = channel.attribute("mount_matrix") { return found }
    }
    // libiio makes a separate channel of in_magn_mount_matrix ("magn_mount") or in_mount_matrix
    // ("mount") where no channel of that name exists.
    for id in ["\(type)_mount", "mount", type] {
      for channel in channels where channel.id == id {
        let found = channel.attribute("matrix") ?? channel.attribute("mount_matrix")
        if let found { return found }
      }
    }
    for name in [
      "in_\(type)_mount_matrix", "\(type)_mount_matrix", "mount_matrix", "in_mount_matrix",
    ] {
      if let found = attribute(name) { return found }
    }
    return nil
  }
}

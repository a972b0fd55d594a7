public import HeadingGeometry

/// A device of a context, as plain values.
public struct IIODeviceInfo: Sendable, Hashable {
  /// The kernel's id, such as `iio:device0`; it can change when a device is plugged again.
  public var id: String

  /// The driver's name for the chip, such as `lsm9ds1_magn`.
  public var name: String?

  /// The firmware's label for the place of the chip.
  public var label: String?

  /// Whether it is a trigger.
  public var isTrigger: Bool

  /// Whether a trigger can be attached; `nil` if it was not asked or cannot be known.
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

  /// The attribute of a channel type, wherever the driver put it: on the channels, on the device, or `nil`.
  ///
  /// - Parameters:
  ///   - name: The attribute's name, such as `sampling_frequency`.
  ///   - type: The channel type, such as `magn`.
  /// - Returns: The first found: a channel's, then the device's.
  public func attribute(_ name: String, type: String) -> IIOAttribute? {
    for channel in channels where channel.type == type && !channel.isOutput {
      if let found = channel.attribute(name) { return found }
    }
    return attribute(name)
  }

  /// The text of the mount matrix that holds for a channel type; a type's own wins over the device's.
  ///
  /// - Parameter type: `magn`, `accel` or `anglvel`.
  /// - Returns: The kernel's text, if it was read.
  public func mountMatrixText(type: String) -> String? {
    for channel in channels where channel.type == type {
      if let text = channel.attribute("mount_matrix")?.text { return text }
    }
    // libiio makes a channel of its own from in_magn_mount_matrix ("magn_mount") or in_mount_matrix
    // ("mount") where no channel of that name exists.
    for id in ["\(type)_mount", "mount", type] {
      for channel in channels where channel.id == id {
        let found = channel.attribute("matrix") ?? channel.attribute("mount_matrix")
        if let text = found?.text { return text }
      }
    }
    for name in ["in_\(type)_mount_matrix", "\(type)_mount_matrix", "mount_matrix"] {
      if let text = attribute(name)?.text { return text }
    }
    return attribute("in_mount_matrix")?.text
  }

  /// The mount matrix that holds for a channel type; `nil` if the driver gives none.
  ///
  /// - Parameter type: `magn`, `accel` or `anglvel`.
  /// - Returns: The matrix.
  /// - Throws: ``MountMatrixError`` if the driver's text is no rotation.
  public func mountMatrix(type: String) throws(MountMatrixError) -> MountMatrix? {
    guard let text = mountMatrixText(type: type) else { return nil }
    return try MountMatrix(kernelText: text)
  }
}

import Glibc

extension IIODeviceInfo {
  /// Describes a device of the library.
  init(of device: IIODevice, depth: IIOInventory.Depth) {
    self.init(
      id: device.id, name: device.name, label: device.label, isTrigger: device.isTrigger,
      channels: device.channels,
      attributes: device.attributeNames.map { IIOAttribute(name: $0, file: nil, value: .notRead) })
    guard depth == .settings else { return }
    var shared: [String: IIOAttribute.Value] = [:]
    for index in attributes.indices where Self.isSetting(attributes[index].name) {
      attributes[index].value = Self.read(attributes[index].name, nil, of: device)
    }
    for channel in channels.indices {
      for index in channels[channel].attributes.indices {
        let attribute = channels[channel].attributes[index]
        guard Self.isSetting(attribute.name), !channels[channel].isOutput else { continue }
        // Three channels share in_magn_scale: it is read once.
        let value =
          attribute.file.flatMap { shared[$0] }
          ?? Self.read(attribute.name, channels[channel].id, of: device)
        if let file = attribute.file { shared[file] = value }
        channels[channel].attributes[index].value = value
      }
    }
    guard !isTrigger else { return }
    do throws(IIOError) {
      trigger = try device.trigger()
      takesTrigger = true
    } catch {
      takesTrigger = error.code == ENOENT ? false : nil
    }
  }

  /// Whether the attribute is a setting, which is quick to read, and not a measurement.
  private static func isSetting(_ name: String) -> Bool {
    !["raw", "input", "filtered", "mean_raw", "peak_raw", "data_available"].contains(name)
      && name != "add_trigger" && name != "remove_trigger" && name != "trigger_now"
  }

  private static func read(
    _ attribute: String, _ channel: String?, of device: IIODevice
  ) -> IIOAttribute.Value {
    do throws(IIOError) {
      return .text(try device.text(attribute, channel: channel))
    } catch {
      return .unreadable(error.code ?? 0)
    }
  }
}

extension IIODeviceInfo {
  /// Reads only the attributes that contain mount matrices.
  mutating func readMountMatrices(from device: IIODevice) {
    for index in attributes.indices where attributes[index].name.hasSuffix("mount_matrix") {
      attributes[index].value = Self.read(attributes[index].name, nil, of: device)
    }
    for channel in channels.indices {
      for index in channels[channel].attributes.indices {
        let name = channels[channel].attributes[index].name
        guard name == "mount_matrix" || name == "matrix" else { continue }
        channels[channel].attributes[index].value = Self.read(
          name, channels[channel].id, of: device)
      }
    }
  }
}

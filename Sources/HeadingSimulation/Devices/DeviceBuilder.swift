import HeadingGeometry
import HeadingIIOServer

/// Builds a device channel by channel, in the order of the sample.
struct DeviceBuilder {
  private var device: ServedDevice
  private var scanIndex = 0

  init(id: String, name: String) { device = ServedDevice(id: id, name: name) }

  /// Adds the channels of a sensor.
  ///
  /// - Parameters:
  ///   - sensor: The sensor.
  ///   - format: The scan format of every channel, in libiio's notation.
  ///   - attributes: `raw` and `input` are computed; `NAME=TEXT` is a file shared by the axes,
  ///     `x_NAME=TEXT` a file for each axis.
  mutating func channels(of sensor: SimulatedSensor, _ format: String, _ attributes: [String]) {
    let type = sensor.quantity.rawValue
    for id in sensor.quantity.isVector ? ["_x", "_y", "_z"].map({ type + $0 }) : [type] {
      var channel = ServedChannel(id: id)
      if let format = ScanFormat(text: format) {
        channel.scan = ServedChannel.ScanElement(index: scanIndex, format: format)
        scanIndex += 1
      }
      for attribute in attributes {
        let sides = attribute.split(separator: "=").map(String.init)
        var name = sides[0]
        let single = !name.hasPrefix("x_") && sides.count == 2
        if name.hasPrefix("x_") { name.removeFirst(2) }
        let file = "in_\(single ? type : id)_\(name)"
        channel.attributes.append(ServedChannel.AttributeName(name: name, file: file))
        device.files[file] =
          switch name {
          case "raw": ServedAttribute("", .raw(channel: id))
          case "input": ServedAttribute("", .input(channel: id))
          case "calibbias", "oversampling_ratio", "sampling_frequency", "hysteresis":
            ServedAttribute(sides[1], .number)
          default: ServedAttribute(sides.count == 2 ? sides[1] : "")
          }
      }
      device.channels.append(channel)
    }
  }

  /// Adds the channels of a HID sensor hub's device.
  mutating func hub(_ sensor: SimulatedSensor, _ format: String, scale: String) {
    channels(
      of: sensor, format,
      [
        "hysteresis=0.000000", "offset=0", "raw", "sampling_frequency=10.000000", "scale=\(scale)",
      ])
  }

  /// Adds the list of available scales, from which a write selects one.
  mutating func scales(_ type: String, _ list: String) {
    let file = "in_\(type)_scale_available"
    device.files[file] = ServedAttribute(list)
    for index in device.channels.indices where device.channels[index].id.hasPrefix(type) {
      device.channels[index].attributes.append(
        ServedChannel.AttributeName(name: "scale_available", file: file))
      if let scale = device.channels[index].file("scale") {
        device.files[scale]?.rule = .choice(from: file)
      }
    }
  }

  /// Adds the device's sampling frequency and the list of available ones.
  mutating func rate(_ rate: String, _ list: String) {
    text("sampling_frequency", rate, .choice(from: "sampling_frequency_available"))
    text("sampling_frequency_available", list)
  }

  /// Adds an attribute of the device.
  mutating func text(_ name: String, _ text: String, _ rule: ServedAttribute.Rule = .constant) {
    if !device.attributes.contains(name) { device.attributes.append(name) }
    device.files[name] = ServedAttribute(text, rule)
  }

  /// Adds the mount matrix: an attribute of the device, or one shared by the sensor's channels.
  mutating func mount(_ sensor: SimulatedSensor, in file: String, shared: Bool = false) {
    guard shared else { return text(file, sensor.mount.kernelText) }
    device.files[file] = ServedAttribute(sensor.mount.kernelText)
    let type = sensor.quantity.rawValue
    for index in device.channels.indices where device.channels[index].id.hasPrefix(type) {
      device.channels[index].attributes.append(
        ServedChannel.AttributeName(name: "mount_matrix", file: file))
    }
  }

  /// Adds the mount matrix as libiio shows `in_mount_matrix`: an attribute `matrix` of a channel
  /// `mount`.
  mutating func mountChannel(_ sensor: SimulatedSensor) {
    var channel = ServedChannel(id: "mount")
    channel.attributes = [ServedChannel.AttributeName(name: "matrix", file: "in_mount_matrix")]
    device.channels.append(channel)
    device.files["in_mount_matrix"] = ServedAttribute(sensor.mount.kernelText)
  }

  /// The device with the timestamp channel and the attributes of every buffered device.
  func finished(triggering: ServedDevice.Triggering, timestamp: Bool) -> ServedDevice {
    var device = device
    device.triggering = triggering
    if triggering == .none {
      for index in device.channels.indices { device.channels[index].scan = nil }
    } else {
      device.bufferAttributes = ["data_available", "direction"]
      device.files["buffer/data_available"] = ServedAttribute("0")
      device.files["buffer/direction"] = ServedAttribute("in")
      if timestamp {
        var channel = ServedChannel(id: "timestamp")
        channel.scan = ServedChannel.ScanElement(
          index: scanIndex, format: ScanFormat(bits: 64, storageBits: 64))
        // Channels without a scan element (mount) come last.
        let place = device.channels.firstIndex { $0.scan == nil } ?? device.channels.endIndex
        device.channels.insert(channel, at: place)
        device.attributes.append("current_timestamp_clock")
        device.files["current_timestamp_clock"] = ServedAttribute(
          "realtime", .word(KernelClocks.names))
      }
    }
    device.attributes.sort()
    for index in device.channels.indices {
      device.channels[index].attributes.sort { $0.name < $1.name }
    }
    return device
  }
}

extension MountMatrix {
  /// The kernel's text.
  var kernelText: String {
    let rows = matrix.rows
    return DecimalText.matrix([rows.x, rows.y, rows.z].map { [$0.x, $0.y, $0.z] })
  }
}

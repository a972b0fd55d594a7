import HeadingGeometry
import HeadingIIOServer

extension SimulatedMachine {
  /// The count of a channel for a sample.
  ///
  /// `readings` caches the chip's readings for the other channels of the sample.
  func count(
    of channel: ServedChannel, on device: Int, in sample: SampleQueue.Sample,
    readings: inout [SimulatedQuantity: Vector3]
  ) -> Int64 {
    if channel.id == "timestamp" { return timestamp(on: device, of: sample) }
    if sample.conditions.zeros { return 0 }
    let range = range(of: channel, on: device)
    if sample.conditions.rail { return Int64(range.upperBound) }
    let shape = context.devices[device]
    if let file = channel.file("raw"), let attribute = shape.files[file],
      attribute.rule != .raw(channel: channel.id)
    {
      return Int64(exactly: (Double(attribute.text) ?? 0).rounded()) ?? 0
    }
    guard let (quantity, axis) = channel.measurement else { return 0 }
    let offset = channel.file("offset").flatMap(shape.number) ?? 0
    let reading = readings[quantity] ?? reading(of: quantity, on: device, in: sample)
    readings[quantity] = reading
    let value = (reading[axis] - quantity.zeroInSI) / quantity.unitInSI
    let count = value / resolution(of: channel, quantity, on: device) - offset
    return Int64(min(max(count.rounded(), range.lowerBound), range.upperBound))
  }

  /// The chip's reading for a sample: SI, chip axes, with errors, before quantisation.
  func reading(
    of quantity: SimulatedQuantity, on device: Int, in sample: SampleQueue.Sample
  ) -> Vector3 {
    let moment = measured(sample, on: device)
    return hat.reading(
      of: sensor(quantity, on: device), at: Double(moment - start) * 1e-9)
  }

  /// Time of the chip's last measurement before a sample, boottime ns.
  private func measured(_ sample: SampleQueue.Sample, on device: Int) -> Int64 {
    let moment = sample.conditions.stuckSince ?? sample.moment
    guard let rate = context.devices[device].samplingFrequency, rate > 0,
      rate < sampleRate(of: device)
    else { return moment }
    let period = 1e9 / rate
    return Int64((Double(moment) / period).rounded(.down) * period)
  }

  /// The board's sensor of a channel; an error-free one if the board has no such device.
  private func sensor(_ quantity: SimulatedQuantity, on device: Int) -> SimulatedSensor {
    let shape = context.devices[device]
    let key = shape.name ?? shape.id
    return hat.sensors.first { $0.quantity == quantity && $0.device == key }
      ?? SimulatedSensor(
        device: key, quantity: quantity, rate: 0, mount: shape.mount(of: quantity), resolution: 1,
        errors: SensorErrors())
  }

  /// The chip's present resolution, IIO units per count.
  ///
  /// It is the file `scale`, except for hmc5843 and hmc5883, whose driver reports a hundredth of
  /// it.
  private func resolution(
    of channel: ServedChannel, _ quantity: SimulatedQuantity, on device: Int
  ) -> Double {
    let shape = context.devices[device]
    let scale = channel.file("scale").flatMap(shape.number) ?? 1
    let driverError = shape.name.map { $0.hasPrefix("hmc58") } ?? false ? 100.0 : 1.0
    return scale > 0 ? scale * driverError : 1
  }

  private func range(of channel: ServedChannel, on device: Int) -> ClosedRange<Double> {
    let format = channel.scan?.format.range ?? -2_147_483_648...2_147_483_647
    guard let (quantity, _) = channel.measurement else { return format }
    let shape = context.devices[device]
    guard
      let counts = hat.sensors.first(where: {
        $0.quantity == quantity && $0.device == shape.name
      })?.counts
    else { return format }
    return Double(counts.lowerBound)...Double(counts.upperBound)
  }

  /// The timestamp of a sample by the device's selected clock.
  private func timestamp(on device: Int, of sample: SampleQueue.Sample) -> Int64 {
    let clock = context.devices[device].files["current_timestamp_clock"]?.text ?? "realtime"
    // hid-sensor-press repeats one timestamp (observed on Linux 6.1 and 6.12).
    let isPress = context.devices[device].name == "press"
    let moment = isPress ? start : sample.conditions.timestampStuckSince ?? sample.moment
    return moment + (clocks[clock] ?? 0) + sample.conditions.clockOffset
  }
}

extension ServedDevice {
  /// Mount matrix of a quantity's channels: the type's own, else the device's, else the identity.
  func mount(of quantity: SimulatedQuantity) -> MountMatrix {
    let names = ["in_\(quantity.rawValue)_mount_matrix", "mount_matrix", "in_mount_matrix"]
    for name in names {
      if let text = files[name]?.text, let mount = try? MountMatrix(kernelText: text) {
        return mount
      }
    }
    return .identity
  }
}

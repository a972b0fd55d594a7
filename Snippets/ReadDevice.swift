// Lists the channels of IIO devices, then prints what the magnetometer reads for two seconds.
//
//   ReadDevice [URI]      such as local:, ip:192.168.1.20

import HeadingGeometry
import HeadingSensing
import IndustrialIO

let uri = CommandLine.arguments.dropFirst().first ?? "local:"

/// Takes samples in SI units and the body frame, mounted but not calibrated; called from reader threads.
struct Printer: SensorSink {
  func deliver(_ event: SensorEvent) {
    guard case .magneticField(let sample) = event else { return }
    let field = sample.value / PhysicalConstants.microtesla
    print("\(sample.time.seconds) s: \(field.x) \(field.y) \(field.z) µT")
  }

  func notice(_ notice: SensorNotice) { print(notice.message) }
}

do {
  let inventory = try IIOInventory(reading: uri)
  for device in inventory.devices where !device.isTrigger {
    print(device.title)
    for channel in device.channels where channel.isReadable {
      guard let raw = channel.attribute("raw")?.number else { continue }
      let value = (raw + channel.offset) * (channel.scale ?? 1)
      print("  \(channel.id): \(value) \(channel.unit ?? "")")
    }
  }
  let source = IIOSource(configuration: IIOConfiguration(uri: uri))
  let reading = Task { await source.run(delivering: Printer()) }
  try await Task.sleep(for: .seconds(2))
  reading.cancel()
  await reading.value
} catch {
  print(error)
}

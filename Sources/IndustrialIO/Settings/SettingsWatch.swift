import HeadingSensing

/// Detects that a device's scales changed during streaming, by a reset or another program.
struct SettingsWatch {
  private let channels: [ChannelReading]
  private var next: BootTime?
  private static let interval = 5.0

  init(_ plan: DevicePlan) { channels = plan.readings.compactMap(\.channels.first) }

  /// Compares the scales with the plan's every few seconds.
  mutating func changed(_ device: IIODevice, now: BootTime) -> Bool {
    guard let due = next else {
      next = now.advanced(bySeconds: Self.interval)
      return false
    }
    guard now >= due else { return false }
    next = now.advanced(bySeconds: Self.interval)
    for channel in channels where device.has("scale", channel: channel.id) {
      // The stream itself reports an error of the device.
      if let scale = try? device.number("scale", channel: channel.id), scale != channel.scale {
        return true
      }
    }
    return false
  }
}

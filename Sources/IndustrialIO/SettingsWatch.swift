import HeadingSensing

/// Notices that a device's scales changed while it streams: a chip that was reset, another program.
struct SettingsWatch {
  private let channels: [ChannelReading]
  private var next: BootTime?
  private static let interval = 5.0

  init(_ plan: DevicePlan) { channels = plan.readings.compactMap(\.channels.first) }

  /// Looks every few seconds whether a scale differs from the plan's.
  mutating func changed(_ device: IIODevice, now: BootTime) -> Bool {
    guard let due = next else {
      next = now.advanced(bySeconds: Self.interval)
      return false
    }
    guard now >= due else { return false }
    next = now.advanced(bySeconds: Self.interval)
    for channel in channels where device.has("scale", channel: channel.id) {
      // An error here shows in the stream itself, with its own meaning.
      if let scale = try? device.number("scale", channel: channel.id), scale != channel.scale {
        return true
      }
    }
    return false
  }
}

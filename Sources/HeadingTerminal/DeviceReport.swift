public import FoundationEssentials
import HeadingGeometry
import HeadingProtocol
import HeadingSensing
public import IndustrialIO

/// Report of all IIO devices, channels and the selected sensors, as text and as JSON.
public struct DeviceReport: Sendable {
  private let inventory: IIOInventory
  private let selection: IIOSelection
  private let configuration: IIOConfiguration

  /// Creates a report of a context, the sensors selected in it and the mount matrices in force.
  public init(_ inventory: IIOInventory, configuration: IIOConfiguration) {
    self.inventory = inventory
    self.configuration = configuration
    selection = IIOSelection(from: inventory, configuration: configuration)
  }

  /// The report as text.
  public var text: String {
    let mark = inventory.isSimulated ? "SIMULATED  " : ""
    var lines = inventory.contexts.map { "\(mark)\($0.uri)  \($0.text)" }
    lines[lines.count - 1] += "  (libiio \(inventory.library))"
    lines += inventory.failures.map { "! \($0)" }
    for device in inventory.devices where !device.isTrigger {
      lines.append("")
      let label = device.label.map { ", label \($0)" } ?? ""
      let buffer = device.hasBuffer ? "buffer" : "no buffer: polled"
      lines.append("\(device.title)\(label), \(buffer)\(rateText(of: device))")
      lines += mountLines(of: device)
      for channel in device.channels { lines.append("  " + text(of: channel)) }
      for candidate in selection.candidates where candidate.deviceID == device.id {
        let verb = candidate.isChosen ? "used as" : "not used as"
        lines.append("  -> \(verb) \(candidate.kind.name): \(candidate.reason)")
      }
    }
    let triggers = inventory.devices.filter(\.isTrigger).map { $0.name ?? $0.id }
    lines.append("")
    lines.append("triggers: " + (triggers.isEmpty ? "none" : triggers.joined(separator: ", ")))
    for kind in IIOConfiguration.kinds where selection.choice(for: kind) == nil {
      if kind == .compass { continue }
      lines.append("no \(kind.name)" + (selection.complaints[kind].map { ": \($0)" } ?? ""))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The driver's mount matrices, and what is peculiar about those in force.
  private func mountLines(of device: IIODeviceInfo) -> [String] {
    let mounts = configuration.mounts(on: device)
    var lines: [String] = []
    if let common = mounts.first?.text, mounts.allSatisfy({ $0.text == common }) {
      lines.append("  mount matrix  \(common)")
    } else {
      for mount in mounts {
        if let text = mount.text {
          lines.append("  mount matrix of the \(mount.kind.name)  \(text)")
        }
      }
    }
    return lines + mounts.compactMap { $0.notice(of: device.title) }.map { "  ! \($0.message)" }
  }

  private func rateText(of device: IIODeviceInfo) -> String {
    guard let rate = rate(of: device) else { return "" }
    return ", \(rate) Hz"
  }

  private func rate(of device: IIODeviceInfo) -> String? {
    device.attribute("sampling_frequency")?.text
      ?? device.channels.lazy.compactMap { $0.attribute("sampling_frequency")?.text }.first
  }

  private func text(of channel: IIOChannelInfo) -> String {
    var parts = [channel.id]
    if let unit = channel.unit { parts.append("in \(unit)") }
    if let scale = channel.scale { parts.append("scale \(scale)") }
    if channel.offset != 0 { parts.append("offset \(channel.offset)") }
    if let format = channel.format { parts.append("\(format)") }
    for name in ["calibscale", "calibbias"] {
      // The device applies these itself.
      if let value = channel.attribute(name)?.text { parts.append("\(name) \(value) in the chip") }
    }
    if channel.isOutput { parts.append("output") }
    return parts.joined(separator: "  ")
  }

  /// The report as a JSON object, with a line end.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return PlainText.json(try encoder.encode(document)) + Data("\n".utf8)
  }

  private static func rows(_ matrix: Matrix3) -> [[Double]] {
    [matrix.rows.x, matrix.rows.y, matrix.rows.z].map { [$0.x, $0.y, $0.z] }
  }

  private var document: DeviceDocument {
    DeviceDocument(
      uri: inventory.uri, simulated: inventory.isSimulated, description: inventory.text,
      library: inventory.library,
      devices: inventory.devices.filter { !$0.isTrigger }.map { device in
        DeviceDocument.Device(
          id: device.id, name: device.name, label: device.label, buffer: device.hasBuffer,
          samplingFrequency: rate(of: device).flatMap(Double.init),
          mountMatrix: configuration.mounts(on: device).lazy.compactMap(\.text).first,
          mounts: configuration.mounts(on: device).map { mount in
            DeviceDocument.Mount(
              sensor: mount.kind.name, matrix: mount.matrix.map { Self.rows($0.matrix) },
              problem: mount.problem)
          },
          channels: device.channels.map { channel in
            DeviceDocument.Channel(
              id: channel.id, unit: channel.unit, scale: channel.scale, offset: channel.offset,
              format: channel.format.map { "\($0)" }, output: channel.isOutput)
          },
          usedFor: selection.candidates.filter { $0.deviceID == device.id && $0.isChosen }
            .map(\.kind.name))
      },
      triggers: inventory.devices.filter(\.isTrigger).map { $0.name ?? $0.id },
      choices: selection.candidates.map { candidate in
        DeviceDocument.Choice(
          sensor: candidate.kind.name, device: candidate.deviceID, chosen: candidate.isChosen,
          reason: candidate.reason)
      })
  }
}

import HeadingSensing
public import IndustrialIO

/// Result of the discovery of sensors in IIO contexts.
public enum SensorDiscovery: Sendable {
  /// At least one sensor usable for a heading.
  case found(IIOInventory, IIOSelection)

  /// No usable sensor; the reason in one sentence.
  case nothing(String)

  /// Reads the context once, without opening a buffer.
  public init(_ configuration: IIOConfiguration) {
    do throws(IIOError) {
      let inventory = try IIOInventory(reading: configuration)
      let selection = IIOSelection(from: inventory, configuration: configuration)
      if selection.choice(for: .magnetometer) != nil || selection.choice(for: .compass) != nil
        || selection.choice(for: .accelerometer) != nil
      {
        self = .found(inventory, selection)
      } else if inventory.devices.isEmpty {
        self = .nothing(
          (["there is no IIO device"] + inventory.failures.map(\.description))
            .joined(separator: "; "))
      } else {
        self = .nothing(
          "none of the \(inventory.devices.count) IIO devices is a magnetometer or accelerometer")
      }
    } catch {
      self = .nothing("\(error)")
    }
  }
}

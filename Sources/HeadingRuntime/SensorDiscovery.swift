import HeadingSensing
public import IndustrialIO

/// What a look at an IIO context found.
public enum SensorDiscovery: Sendable {
  /// At least one sensor that a heading can be made of.
  case found(IIOInventory, IIOSelection)

  /// Nothing to make a heading of; one sentence why.
  case nothing(String)

  /// Looks once, without opening a buffer.
  public init(_ configuration: IIOConfiguration) {
    do throws(IIOError) {
      let inventory = try IIOInventory(reading: configuration.uri)
      let selection = IIOSelection(from: inventory, configuration: configuration)
      if selection.choice(for: .magnetometer) != nil || selection.choice(for: .compass) != nil
        || selection.choice(for: .accelerometer) != nil
      {
        self = .found(inventory, selection)
      } else if inventory.devices.isEmpty {
        self = .nothing("there is no IIO device")
      } else {
        self = .nothing(
          "none of the \(inventory.devices.count) IIO devices is a magnetometer or accelerometer")
      }
    } catch {
      self = .nothing("\(error)")
    }
  }
}

/// What distinguishes a device from others of its kind, as far as its context says.
public struct IIODeviceIdentity: Sendable, Hashable {
  /// The driver's name of the chip; `nil` if it gives none.
  public var name: String?

  /// The kernel's bus address of a device of this machine, else the URI of its context.
  public var busAddress: String?

  /// The serial number of the device, or of its context; `nil` if there is none.
  public var serial: String?

  /// Whether its context is simulated.
  public var isSimulated: Bool

  /// Reads the identity of a device of an inventory; of this machine's devices from the kernel.
  public init(of device: IIODeviceInfo, in inventory: IIOInventory) {
    let context = inventory.contexts.first { $0.uri == device.uri }
    name = device.name
    isSimulated = context?.isSimulated ?? false
    if device.isLocal {
      busAddress = LocalDevice.busAddress(of: device.id)
      serial = LocalDevice.serial(of: device.id)
    } else {
      busAddress = device.uri
      serial = context?.attributes.first { $0.name == "hw_serial" }?.text
    }
  }
}

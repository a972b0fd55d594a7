/// The list that `compass doctor --chips` prints.
public enum ChipList {
  /// A line per chip: driver, how to bind it by hand, and the overlay where one ships.
  public static var text: String {
    KnownChip.all.map { chip in
      let address = "0x" + String(chip.address, radix: 16)
      let overlay = chip.overlay.map { "; Raspberry Pi: \($0)" } ?? ""
      return "\(chip.name): sudo modprobe \(chip.module); echo \(chip.device) \(address) | "
        + "sudo tee /sys/bus/i2c/devices/i2c-1/new_device\(overlay)\n"
    }.joined()
  }
}

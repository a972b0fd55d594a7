/// The output of `compass doctor --chips`.
public enum ChipList {
  /// One line per chip: driver, manual binding, and the Raspberry Pi overlay if there is one.
  public static var text: String {
    KnownChip.all.map { chip in
      let address = "0x" + String(chip.address, radix: 16)
      let overlay = chip.overlay.map { "; Raspberry Pi: \($0)" } ?? ""
      return "\(chip.name): sudo modprobe \(chip.module); echo \(chip.device) \(address) | "
        + "sudo tee /sys/bus/i2c/devices/i2c-1/new_device\(overlay)\n"
    }.joined()
  }
}

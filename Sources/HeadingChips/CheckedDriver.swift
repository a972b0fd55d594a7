/// A driver whose chip's settings can be read back.
///
/// A disturbed bus may alter what is written, and a chip may reset by itself: it then measures in
/// another range or at another rate, without an error.
package protocol CheckedDriver: ChipDriver {
  /// The chip's registers.
  var registers: Registers { get }

  /// The registers that keep what was written for the present rates and scales.
  var settings: [RegisterSetting] { get }

  /// Reads the register of a setting.
  func value(of setting: RegisterSetting) throws(ChipError) -> UInt8
}

extension CheckedDriver {
  package func value(of setting: RegisterSetting) throws(ChipError) -> UInt8 {
    try registers.read(setting.register)
  }

  /// Compares a register with its setting.
  ///
  /// - Throws: ``ChipError/changedSetting(_:)`` if it differs twice: once may be an error of reading.
  func check(_ setting: RegisterSetting) throws(ChipError) {
    var found: UInt8 = 0
    for _ in 0..<2 {
      found = try value(of: setting)
      if (found ^ setting.value) & setting.mask == 0 { return }
    }
    let numbers = [setting.register, found, setting.value].map { "0x" + Hexadecimal.text([$0]) }
    throw .changedSetting("register \(numbers[0]) holds \(numbers[1]) instead of \(numbers[2])")
  }
}

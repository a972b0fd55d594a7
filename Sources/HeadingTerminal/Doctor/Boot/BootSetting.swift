/// A setting that config.txt shall have.
package enum BootSetting: Sendable, Hashable {
  /// `dtparam=NAME=VALUE`
  case parameter(String, String)

  /// `dtoverlay=i2c-sensor,CHIP,addr=ADDRESS`; without an address, the overlay's own.
  case sensor(String, address: UInt8?)

  /// Its line.
  package var line: String {
    switch self {
    case .parameter(let name, let value): "dtparam=\(name)=\(value)"
    case .sensor(let chip, let address):
      "dtoverlay=i2c-sensor,\(chip)" + (address.map { ",addr=" + Self.text($0) } ?? "")
    }
  }

  /// An address as the overlay takes it, such as `0x28`.
  static func text(_ address: UInt8) -> String {
    let digits = String(address, radix: 16)
    return "0x" + (digits.count < 2 ? "0" : "") + digits
  }
}

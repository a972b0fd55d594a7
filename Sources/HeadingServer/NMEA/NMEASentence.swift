/// One sentence of NMEA 0183.
///
/// `$`, talker and formatter, fields, `*` and the checksum: the exclusive or of what lies between, two
/// hexadecimal digits, CR LF.
struct NMEASentence {
  /// Talker and formatter, such as `HCHDT`.
  var address: String

  /// What follows the address.
  var fields: [String]

  /// As it is sent.
  var text: String {
    let body = ([address] + fields).joined(separator: ",")
    let checksum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return "$\(body)*\(checksum.count < 2 ? "0" : "")\(checksum)\r\n"
  }

  /// A number with a fixed count of decimals; an empty field, which is no value, for what has no digits.
  static func decimal(_ value: Double, _ decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    guard let scaled = Int64(exactly: (abs(value) * scale).rounded()) else { return "" }
    let digits = String(scaled)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return sign + padded.dropLast(decimals) + (decimals > 0 ? "." : "") + padded.suffix(decimals)
  }

  /// An angle from north, 0.0 to 359.9: what would round up to 360.0 is 0.0.
  static func bearing(_ degrees: Double) -> String {
    let tenths = (degrees * 10).rounded() / 10
    return decimal(tenths >= 360 ? 0 : tenths, 1)
  }
}

/// One sentence of NMEA 0183.
///
/// `$`, address, fields, `*`, the checksum (exclusive or of the bytes between `$` and `*`, two
/// hexadecimal digits), CR LF.
struct NMEASentence {
  /// Talker and formatter, such as `HCHDT`.
  var address: String

  /// The data fields.
  var fields: [String]

  /// The complete sentence.
  var text: String {
    let body = ([address] + fields).joined(separator: ",")
    let checksum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return "$\(body)*\(checksum.count < 2 ? "0" : "")\(checksum)\r\n"
  }

  /// Formats a number with fixed decimals; an empty field if it cannot be represented.
  static func decimal(_ value: Double, _ decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    guard let scaled = Int64(exactly: (abs(value) * scale).rounded()) else { return "" }
    let digits = String(scaled)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return sign + padded.dropLast(decimals) + (decimals > 0 ? "." : "") + padded.suffix(decimals)
  }

  /// Formats an azimuth, 0.0 to 359.9; a value that rounds to 360.0 becomes 0.0.
  static func bearing(_ degrees: Double) -> String {
    let tenths = (degrees * 10).rounded() / 10
    return decimal(tenths >= 360 ? 0 : tenths, 1)
  }
}

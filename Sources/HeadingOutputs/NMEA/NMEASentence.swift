import HeadingGeometry
import HeadingSensing

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

  /// A knot, m/s.
  static let knot = 1852.0 / 3600

  /// Formats a number with fixed decimals; an empty field if it cannot be represented.
  static func decimal(_ value: Double, _ decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    guard let scaled = Int64(exactly: (abs(value) * scale).rounded()) else { return "" }
    let digits = digits(scaled, atLeast: decimals + 1)
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return sign + digits.dropLast(decimals) + (decimals > 0 ? "." : "") + digits.suffix(decimals)
  }

  /// Formats a number with its sign, also a plus.
  static func signed(_ value: Double, _ decimals: Int) -> String {
    let text = decimal(value, decimals)
    return text.isEmpty || text.hasPrefix("-") ? text : "+" + text
  }

  /// Formats an azimuth, less than 360; a value that rounds to 360 becomes 0.
  static func bearing(_ degrees: Double, decimals: Int = 1) -> String {
    let text = decimal(degrees, decimals)
    return text.hasPrefix("360") ? decimal(0, decimals) : text
  }

  /// Magnitude and side of an angle that is positive to the east; two empty fields for `nil`.
  static func eastOrWest(_ degrees: Double?) -> [String] {
    guard let degrees else { return ["", ""] }
    return [decimal(abs(degrees), 1), degrees < 0 ? "W" : "E"]
  }

  /// Latitude and longitude with their sides: degrees, and minutes with five decimals (2 cm).
  static func position(_ coordinate: Coordinate) -> [String] {
    func field(_ degrees: Double, digits count: Int) -> String {
      guard let minutes = Int64(exactly: (abs(degrees) * 60e5).rounded()) else { return "" }
      let (whole, rest) = minutes.quotientAndRemainder(dividingBy: 60 * 100_000)
      let fraction = digits(rest, atLeast: 7)
      return digits(whole, atLeast: count) + fraction.prefix(2) + "." + fraction.suffix(5)
    }
    return [
      field(coordinate.latitude, digits: 2), coordinate.latitude < 0 ? "S" : "N",
      field(coordinate.longitude, digits: 3), coordinate.longitude < 0 ? "W" : "E",
    ]
  }

  /// Time of day, hhmmss.ss; cut, not rounded, because there is no second 60.
  static func timeOfDay(_ time: UniversalTime) -> String {
    guard let hundredths = Int64(exactly: (time.components.secondOfDay * 100).rounded(.down))
    else { return "" }
    let (hour, minute) = (hundredths / 360_000, hundredths / 6000 % 60)
    return [hour, minute, hundredths / 100 % 60].map { digits($0, atLeast: 2) }.joined() + "."
      + digits(hundredths % 100, atLeast: 2)
  }

  /// Date, ddmmyy.
  static func date(_ time: UniversalTime) -> String {
    let date = time.components
    return [date.day, date.month, date.year % 100].map { digits(Int64($0), atLeast: 2) }.joined()
  }

  private static func digits(_ number: Int64, atLeast count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}

extension UniversalTime {
  /// Parses the form of ISO 8601 of gpsd and of updates, `2026-11-21T12:35:03.400Z`, with or without decimals.
  package init?(iso8601 text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.count <= 30, bytes.last == UInt8(ascii: "Z"),
      bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":")
    else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), (1...12).contains(month),
      let day = number(8..<10), (1...Self.days(of: month, in: year)).contains(day),
      let hour = number(11..<13), hour < 24, let minute = number(14..<16), minute < 60,
      let second = number(17..<19), second <= 60
    else { return nil }
    var fraction = 0.0
    if bytes.count > 20 {
      let decimals = 20..<bytes.count - 1
      guard bytes[19] == UInt8(ascii: "."), let value = number(decimals) else { return nil }
      var unit = 1.0
      for _ in decimals { unit *= 10 }
      fraction = Double(value) / unit
    }
    self.init(year: year, month: month, day: day)
    secondsSince1970 += Double(hour * 3600 + minute * 60 + second) + fraction
  }

  private static func days(of month: Int, in year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

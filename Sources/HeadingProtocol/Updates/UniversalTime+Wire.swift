package import HeadingSensing

extension UniversalTime {
  /// RFC 3339 with milliseconds; `nil` for years outside 0 to 9999, which a wrong clock may give.
  package var wireText: String? {
    let milliseconds = (secondsSince1970 * 1000).rounded() / 1000
    let (year, month, day, second) =
      UniversalTime(secondsSince1970: milliseconds).components
    guard second.isFinite, (0...9999).contains(year) else { return nil }
    let thousandths = Int((second * 1000).rounded())
    // One string at the end: eight intermediate ones cost as much as the rest of the message.
    var text: [UInt8] = []
    text.reserveCapacity(32)
    func add(_ value: Int, _ width: Int, _ mark: Unicode.Scalar) {
      var power = 1
      for _ in 1..<width { power *= 10 }
      while power > 0 {
        text.append(UInt8(ascii: "0") + UInt8(value / power % 10))
        power /= 10
      }
      text.append(UInt8(ascii: mark))
    }
    add(year, 4, "-")
    add(month, 2, "-")
    add(day, 2, "T")
    add(thousandths / 3_600_000, 2, ":")
    add(thousandths / 60_000 % 60, 2, ":")
    add(thousandths / 1000 % 60, 2, ".")
    add(thousandths % 1000, 3, "Z")
    return String(decoding: text, as: UTF8.self)
  }
}

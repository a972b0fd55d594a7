import FoundationEssentials

extension GPSDReport {
  /// Decodes one line; `nil` if it is not a JSON object of gpsd, or a value has a wrong type.
  ///
  /// - Parameter line: The bytes of the line without its end.
  public init?(line: [UInt8]) {
    if let report = try? JSONDecoder().decode(Envelope.self, from: Data(line)) {
      self = report.content
      return
    }
    guard line.starts(with: Self.attitudeStart),
      let report = try? JSONDecoder().decode(Envelope.self, from: Self.repaired(line))
    else { return nil }
    self = report.content
  }

  private static let attitudeStart = Array(#"{"class":"ATT","#.utf8)

  /// Repairs the commas of an `ATT` report of gpsd 3.22.
  ///
  /// If the time is known, that version writes `"device":"…",,"time":"…""heading":…`.
  private static func repaired(_ line: [UInt8]) -> Data {
    let (comma, quote) = (UInt8(ascii: ","), UInt8(ascii: "\""))
    var result = Data(capacity: line.count + 1)
    for byte in line {
      if byte == comma, result.last == comma { continue }
      if byte == quote, result.last == quote { result.append(comma) }
      result.append(byte)
    }
    return result
  }

  private struct Envelope: Decodable {
    enum Keys: String, CodingKey {
      case kind = "class"
      case release, devices, message
    }
    struct Device: Decodable { var path: String? }

    var content: GPSDReport

    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: Keys.self)
      let kind = try keys.decode(String.self, forKey: .kind)
      content =
        switch kind {
        case "VERSION":
          .version(release: try keys.decodeIfPresent(String.self, forKey: .release) ?? "unknown")
        case "DEVICES":
          .devices(
            try keys.decodeIfPresent([Device].self, forKey: .devices)?.compactMap(\.path) ?? [])
        case "TPV": .position(try PositionReport(from: decoder))
        case "ATT": .attitude(try AttitudeReport(from: decoder))
        case "ERROR":
          .error(try keys.decodeIfPresent(String.self, forKey: .message) ?? "no message")
        default: .other(kind)
        }
    }
  }
}

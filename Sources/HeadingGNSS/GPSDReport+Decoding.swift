import Foundation

extension GPSDReport {
  /// Reads one line; `nil` if it is no JSON object of gpsd's, or a value has an impossible type.
  ///
  /// - Parameter line: The bytes of the line without its end.
  public init?(line: [UInt8]) {
    guard let report = try? JSONDecoder().decode(Envelope.self, from: Data(line)) else {
      return nil
    }
    self = report.content
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
        case "ERROR":
          .error(try keys.decodeIfPresent(String.self, forKey: .message) ?? "no message")
        default: .other(kind)
        }
    }
  }
}

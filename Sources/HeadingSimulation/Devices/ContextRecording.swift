import FoundationEssentials

/// A context recorded from real drivers: libiio's XML and the texts of all attributes.
struct ContextRecording: Decodable {
  /// The text, or the errno of reading it.
  enum Value: Decodable {
    case text(String)
    case refused(Int)

    init(from decoder: any Decoder) throws {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        self = .text(text)
      } else {
        struct Refusal: Decodable { var errno: Int }
        self = .refused(try Refusal(from: decoder).errno)
      }
    }
  }

  struct Device: Decodable {
    var dev: [String: Value] = [:]
    var chn: [String: [String: Value]] = [:]
    var buf: [String: Value] = [:]
    var trigger: String?
  }

  var xml: String
  var attrs: [String: Device]

  init(json: [UInt8]) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(json))
  }
}

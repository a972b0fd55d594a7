import FoundationEssentials

/// A libiio context recorded from real drivers: its XML and the values of all attributes.
///
/// The properties have the names of the JSON keys.
struct ContextRecording: Decodable {
  /// An attribute's text, or the errno with which reading it failed.
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

  /// The attributes of a device, by name.
  struct Device: Decodable {
    /// The attributes of the device itself.
    var dev: [String: Value] = [:]

    /// The attributes of its channels, by direction and channel, such as `in accel_x`.
    var chn: [String: [String: Value]] = [:]

    /// The attributes of its buffer.
    var buf: [String: Value] = [:]

    /// The trigger in use; `nil` if there is none.
    var trigger: String?
  }

  /// The context's XML description.
  var xml: String

  /// The devices' attributes, by the device's identifier, such as `iio:device0`.
  var attrs: [String: Device]

  init(json: [UInt8]) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(json))
  }
}

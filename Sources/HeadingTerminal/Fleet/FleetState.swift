import FoundationEssentials
import HeadingProtocol

/// A robot's state as it publishes it over MQTT (docs/mqtt.md); what is missing is unknown.
struct FleetState: Sendable, Hashable {
  /// Largest payload that is read, bytes.
  static let largestPayload = 65_536

  /// Characters of a text and items of a list that are kept of a stranger's payload.
  private static let longestText = 64
  private static let longestList = 8

  var time: Date?
  var age: Double?
  var validFor: Double?
  var expires: Date?
  var status: String
  var steer: String
  var reasons: [String]
  var isSimulated: Bool
  var magneticHeading: Double?
  var trueHeading: Double?
  var headingAccuracy: Double?

  /// Reads a payload; `nil` if it is none that this version understands.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - isCompact: Whether it is CBOR, not JSON.
  init?(_ payload: [UInt8], isCompact: Bool = false) {
    guard payload.count <= Self.largestPayload,
      let wire = isCompact
        ? Wire(CompactValue(payload)?.members)
        : try? JSONDecoder().decode(Wire.self, from: Data(payload)),
      wire.version == 1
    else { return nil }
    time = wire.time.flatMap(Self.date)
    age = Self.seconds(wire.age)
    validFor = Self.seconds(wire.validFor)
    expires = wire.expires.flatMap(Self.date)
    status = Self.short(wire.status)
    steer = Self.short(wire.steer ?? "stop")
    reasons = (wire.reasons ?? []).prefix(Self.longestList).map(Self.short)
    isSimulated = wire.simulated ?? false
    magneticHeading = Self.angle(wire.magneticHeading)
    trueHeading = Self.angle(wire.trueHeading)
    headingAccuracy = Self.angle(wire.headingAccuracy)
  }

  private struct Wire: Decodable {
    let version: Int
    let time: String?
    let age: Double?
    let validFor: Double?
    let expires: String?
    let status: String
    let steer: String?
    let reasons: [String]?
    let simulated: Bool?
    let magneticHeading: Double?
    let trueHeading: Double?
    let headingAccuracy: Double?

    /// The members of an object of CBOR; a value of another type than it should have is none.
    init?(_ members: [String: CompactValue]?) {
      func number(_ key: CodingKeys) -> Double? {
        if case .number(let value) = members?[key.rawValue] { value } else { nil }
      }
      func text(_ value: CompactValue?) -> String? {
        if case .text(let text) = value { text } else { nil }
      }
      guard let version = number(.version), let status = text(members?["status"]) else {
        return nil
      }
      self.version = version == 1 ? 1 : 0
      self.status = status
      (time, expires) = (text(members?["time"]), text(members?["expires"]))
      (age, validFor) = (number(.age), number(.validFor))
      steer = text(members?["steer"])
      if case .list(let items) = members?["reasons"] {
        reasons = items.compactMap(text)
      } else {
        reasons = nil
      }
      simulated = members?["simulated"] == .flag(true)
      (magneticHeading, trueHeading) = (number(.magneticHeading), number(.trueHeading))
      headingAccuracy = number(.headingAccuracy)
    }

    enum CodingKeys: String, CodingKey {
      case version, time, age, expires, status, steer, reasons, simulated
      case validFor = "valid_for"
      case magneticHeading = "magnetic_heading"
      case trueHeading = "true_heading"
      case headingAccuracy = "heading_accuracy"
    }
  }

  /// A text of a stranger, as a single line of bounded length.
  static func short(_ text: String) -> String {
    PlainText.of(String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestText))))
  }

  /// An angle that can be one.
  private static func angle(_ value: Double?) -> Double? {
    value.flatMap { (0...360).contains($0) ? $0 : nil }
  }

  private static func seconds(_ value: Double?) -> Double? {
    value.flatMap { (0...1e9).contains($0) ? $0 : nil }
  }

  private static func date(_ text: String) -> Date? {
    guard text.utf8.count <= longestText else { return nil }
    return
      (try? Date(
        text, strategy: .iso8601.year().month().day().time(includingFractionalSeconds: true)))
      ?? (try? Date(text, strategy: .iso8601))
  }
}

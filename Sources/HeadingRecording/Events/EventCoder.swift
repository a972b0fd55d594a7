public import FoundationEssentials
import HeadingGeometry
public import HeadingSensing

/// Encodes events as JSON and decodes them, bit for bit.
public struct EventCoder: Sendable {
  /// Creates a coder.
  public init() {}

  /// One JSON object, without a line end.
  ///
  /// NaN and infinities are the texts `nan`, `inf` and `-inf`.
  public func data(_ event: SensorEvent) throws -> Data {
    if let text = Self.text(event) { return Data(text.utf8) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try encoder.encode(EventDocument(event))
  }

  /// Decodes an event.
  ///
  /// - Throws: `DecodingError` for an invalid object.
  public func event(_ data: some Sequence<UInt8>) throws -> SensorEvent {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let document = try decoder.decode(EventDocument.self, from: Data(data))
    guard let event = document.event else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "\(document.kind) lacks values"))
    }
    return event
  }

  /// The object of a frequent sample; `nil` for other events.
  ///
  /// Formatted directly, since the general encoder is ten times slower.
  private static func text(_ event: SensorEvent) -> String? {
    let (kind, value): (EventDocument.Kind, String)
    switch event {
    case .magneticField(let sample): (kind, value) = (.magneticField, elements(sample.value))
    case .acceleration(let sample): (kind, value) = (.acceleration, elements(sample.value))
    case .angularRate(let sample): (kind, value) = (.angularRate, elements(sample.value))
    case .pressure(let sample): (kind, value) = (.pressure, number(sample.value))
    case .tick(let time):
      return "{\"kind\":\"\(EventDocument.Kind.tick.rawValue)\",\"time\":\(time.nanoseconds)}"
    default: return nil
    }
    return "{\"kind\":\"\(kind.rawValue)\",\"time\":\(event.time.nanoseconds),\"value\":[\(value)]}"
  }

  private static func elements(_ vector: Vector3) -> String {
    number(vector.x) + "," + number(vector.y) + "," + number(vector.z)
  }

  /// Swift's description is the shortest that restores the same value.
  private static func number(_ value: Double) -> String {
    if value.isNaN { return "\"nan\"" }
    return value.isFinite ? "\(value)" : value > 0 ? "\"inf\"" : "\"-inf\""
  }
}

public import Foundation
import HeadingGeometry
public import HeadingSensing

/// Events to JSON and back, bit for bit.
public struct EventCoder: Sendable {
  /// Makes a coder.
  public init() {}

  /// One JSON object, without a line end.
  ///
  /// What JSON has no number for stands as the text `nan`, `inf` or `-inf`.
  public func data(_ event: SensorEvent) throws -> Data {
    if let text = Self.text(event) { return Data(text.utf8) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try encoder.encode(EventDocument(event))
  }

  /// The event of an object.
  ///
  /// - Throws: What is wrong with it.
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

  /// The object of what comes hundreds of times a second; `nil` for everything else.
  ///
  /// Put together by hand, because the general encoder takes ten times as long.
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

  /// Swift's own text is the shortest that reads back the same.
  private static func number(_ value: Double) -> String {
    if value.isNaN { return "\"nan\"" }
    return value.isFinite ? "\(value)" : value > 0 ? "\"inf\"" : "\"-inf\""
  }
}

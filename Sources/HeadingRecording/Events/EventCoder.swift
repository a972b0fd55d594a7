public import Foundation
public import HeadingSensing

/// Events to JSON and back, bit for bit.
public struct EventCoder: Sendable {
  /// Makes a coder.
  public init() {}

  /// One JSON object, without a line end.
  ///
  /// What JSON has no number for stands as the text `nan`, `inf` or `-inf`.
  public func data(_ event: SensorEvent) throws -> Data {
    let encoder = JSONEncoder()
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
}

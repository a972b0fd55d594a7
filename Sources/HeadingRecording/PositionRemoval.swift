public import FoundationEssentials
import HeadingSensing
import HeadingSystem

/// Removes the device's position from recordings and documents, for bug reports.
///
/// Removed are positions, altitudes, speeds, courses, air pressure, from which altitude follows,
/// and values of the magnetic model, including true headings. The measured field stays, because
/// diagnosis needs it; it determines the latitude to some hundred kilometres.
public enum PositionRemoval {
  /// The keys of JSON objects that are removed, at any depth.
  private static let keys: Set<String> = [
    "latitude", "longitude", "altitude", "ellipsoidal_altitude", "horizontal_accuracy",
    "vertical_accuracy", "speed", "speed_accuracy", "course", "course_accuracy", "velocity",
    "pressure", "relative_altitude", "climb_rate", "climb_rate_accuracy",
    "declination", "true_heading", "true_heading_accuracy", "sea_level_pressure", "place",
  ]

  /// Kinds of events that contain only positions.
  private static let positionEvents: Set<String> = ["fix", "pressure", "water_speed"]

  /// JSON objects, one per line, without positions; lines that are no JSON objects are removed.
  public static func lines(_ data: some Sequence<UInt8>) -> Data {
    var cleaned = Data()
    for line in Data(data).split(separator: UInt8(ascii: "\n")) {
      guard let object = object(line) else { continue }
      cleaned += object + [UInt8(ascii: "\n")]
    }
    return cleaned
  }

  /// A JSON document without positions; `nil` if it is no JSON object.
  public static func object(_ data: some Sequence<UInt8>) -> Data? {
    let object = try? JSONDecoder().decode(JSONValue.self, from: Data(data)).members
    return object.flatMap(text)
  }

  /// A recording without positions, up to the end of its readable part.
  ///
  /// Fixes, pressures and the whole configuration are removed.
  ///
  /// - Parameter bytes: An MCAP file.
  /// - Returns: The file without positions.
  /// - Throws: ``MCAPError/notMCAP`` if it is none.
  public static func recording(_ bytes: [UInt8]) throws(MCAPError) -> [UInt8] {
    var reader = try MCAPReader(bytes)
    var writer = MCAPWriter(library: "headingd, positions removed")
    var channels: [String: UInt16] = [:]
    while let message = try? reader.next() {
      guard let data = content(of: message) else { continue }
      let channel = channels[message.topic] ?? UInt16(clamping: channels.count + 1)
      if channels[message.topic] == nil {
        channels[message.topic] = channel
        writer.addChannel(channel, topic: message.topic)
      }
      writer.add(data, to: channel, at: message.time, published: message.publishTime)
    }
    writer.end()
    return writer.take()
  }

  private static func content(of message: MCAPMessage) -> Data? {
    let data = Data(message.data)
    guard var object = try? JSONDecoder().decode(JSONValue.self, from: data).members else {
      return nil
    }
    switch message.topic {
    case EventReplay.eventTopic, EventReplay.contextTopic:
      if case .text(let kind)? = object["kind"], positionEvents.contains(kind) { return nil }
      // Samples are copied unchanged, bit for bit.
      if object["numbers"] == nil { return data }
    case RecordingSetup.topic: object["configuration"] = nil
    default: break
    }
    return text(object)
  }

  private static func text(_ object: [String: JSONValue]) -> Data? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try? encoder.encode(removed(.object(object)))
  }

  private static func removed(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let object):
      .object(object.filter { !keys.contains($0.key) }.mapValues { removed($0) })
    case .list(let items): .list(items.map { removed($0) })
    default: value
    }
  }
}

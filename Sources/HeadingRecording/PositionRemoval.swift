public import Foundation
import HeadingSensing

/// Takes out of what is handed on where the device was: for bug reports.
///
/// Removed are places, heights, speeds and courses, air pressure, which is a height, and what a magnetic
/// model says of the place, true headings among it. What the sensors measured of the field stays:
/// without it there is nothing to look into; it tells the latitude to some hundred kilometres.
public enum PositionRemoval {
  /// The keys of JSON objects that are removed, at any depth.
  private static let keys: Set<String> = [
    "latitude", "longitude", "altitude", "ellipsoidal_altitude", "horizontal_accuracy",
    "vertical_accuracy", "speed", "speed_accuracy", "course", "course_accuracy", "velocity",
    "pressure", "relative_altitude", "climb_rate", "climb_rate_accuracy",
    "declination", "true_heading", "true_heading_accuracy", "sea_level_pressure", "place",
  ]

  /// Kinds of events that are nothing but position.
  private static let positionEvents: Set<String> = ["fix", "pressure"]

  /// A JSON object or several, one a line, without positions; lines that are no JSON objects are left out.
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
    guard let object = try? JSONSerialization.jsonObject(with: Data(data)) as? [String: Any] else {
      return nil
    }
    return try? JSONSerialization.data(
      withJSONObject: removed(object), options: [.sortedKeys, .withoutEscapingSlashes])
  }

  /// A recording without positions, whole up to where it can be read.
  ///
  /// Fixes and pressures are missing in it; a configuration is taken out as a whole.
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
    guard
      var object = try? JSONSerialization.jsonObject(with: Data(message.data)) as? [String: Any]
    else { return nil }
    switch message.topic {
    case EventReplay.eventTopic, EventReplay.contextTopic:
      if positionEvents.contains(object["kind"] as? String ?? "") { return nil }
      // Samples are left as they are, to the last bit.
      if object["numbers"] == nil { return Data(message.data) }
    case RecordingSetup.topic: object["configuration"] = nil
    default: break
    }
    return try? JSONSerialization.data(
      withJSONObject: removed(object), options: [.sortedKeys, .withoutEscapingSlashes])
  }

  private static func removed(_ value: Any) -> Any {
    if let object = value as? [String: Any] {
      return object.filter { !keys.contains($0.key) }.mapValues { removed($0) }
    }
    if let list = value as? [Any] { return list.map { removed($0) } }
    return value
  }
}

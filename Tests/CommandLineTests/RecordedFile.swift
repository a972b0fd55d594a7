import Foundation
import HeadingRecording

/// What an MCAP file holds, by topic.
struct RecordedFile {
  private var messages: [MCAPMessage] = []

  /// Whether the file was cut off.
  let isCut: Bool

  init(_ path: String) throws {
    var reader = try MCAPReader(Array(Data(contentsOf: URL(fileURLWithPath: path))))
    while let message = try reader.next() { messages.append(message) }
    isCut = reader.isCut
  }

  /// The messages of a topic, as text.
  func texts(of topic: String) -> [String] {
    messages.filter { $0.topic == topic }.map { String(decoding: $0.data, as: UTF8.self) }
  }

  /// The updates, as they were said.
  var updates: [String] { texts(of: "/heading") }
}

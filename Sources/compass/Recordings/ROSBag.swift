import HeadingProtocol
import HeadingROS
import HeadingRecording

/// A bag of ROS 2 with the messages of a replay.
struct ROSBag {
  private var translator: ROSTranslator
  private var writer: MCAPBagWriter

  /// Begins a bag.
  init(options: ROSOptions) {
    translator = ROSTranslator(options: options, isLive: false)
    writer = MCAPBagWriter(
      profile: "ros2", library: "headingd",
      channels: ROSTopic.allCases.map { topic in
        MCAPChannel(
          topic.rawValue, topic: topic.name, encoding: "cdr", schemaName: topic.typeName,
          schemaEncoding: "ros2msg", schema: ROSDefinition.text(of: topic.example))
      })
  }

  mutating func append(_ update: SolutionMessage) {
    let (time, messages) = translator.messages(of: update)
    for message in messages {
      writer.add(
        CDR.encoded(message.record), to: message.topic.rawValue, at: time.sinceEpoch)
    }
  }

  /// Ends the bag.
  mutating func end() { writer.end() }

  /// Number of written bytes that are not taken yet.
  var byteCount: Int { writer.byteCount }

  /// Returns the written bytes and removes them.
  mutating func take() -> [UInt8] { writer.take() }
}

/// A channel of an MCAP file, with the schema of its messages.
package struct MCAPChannel: Sendable, Hashable {
  /// Identifier of the channel and of its schema, from 1.
  let identifier: UInt16

  /// The topic.
  let topic: String

  /// Encoding of the messages: `cdr`.
  let encoding: String

  /// Name of the schema: `sensor_msgs/msg/Imu`.
  let schemaName: String

  /// Encoding of the schema: `ros2msg`.
  let schemaEncoding: String

  /// The schema's text.
  let schema: String

  /// Creates a channel.
  package init(
    _ identifier: UInt16, topic: String, encoding: String, schemaName: String,
    schemaEncoding: String, schema: String
  ) {
    self.identifier = identifier
    self.topic = topic
    self.encoding = encoding
    self.schemaName = schemaName
    self.schemaEncoding = schemaEncoding
    self.schema = schema
  }

  /// Appends the records of schema and channel.
  func append(to bytes: inout [UInt8]) {
    appendSchema(to: &bytes)
    appendChannel(to: &bytes)
  }

  /// Appends the record of the schema.
  func appendSchema(to bytes: inout [UInt8]) {
    bytes.appendRecord(.schema) { content in
      content.integer(identifier)
      content.text(schemaName)
      content.text(schemaEncoding)
      content.text(schema)
    }
  }

  /// Appends the record of the channel, without metadata.
  func appendChannel(to bytes: inout [UInt8]) {
    bytes.appendRecord(.channel) { content in
      content.integer(identifier)
      content.integer(identifier)
      content.text(topic)
      content.text(encoding)
      content.integer(UInt32(0))
    }
  }
}

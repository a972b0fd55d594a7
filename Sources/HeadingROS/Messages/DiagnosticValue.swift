/// `diagnostic_msgs/KeyValue`.
package struct DiagnosticValue: Sendable, Hashable {
  /// The name.
  package var key = ""

  /// The value.
  package var value = ""

  var record: ROSRecord {
    ROSRecord(
      "diagnostic_msgs/KeyValue",
      [ROSField("key", .string(key)), ROSField("value", .string(value))])
  }
}

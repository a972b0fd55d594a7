/// `diagnostic_msgs/DiagnosticArray` with one status.
package struct DiagnosticArrayMessage: Sendable, Hashable {
  /// Time; the frame is empty.
  package var header = ROSHeader()

  /// The level.
  package var level = DiagnosticLevel.ok

  /// What is reported about.
  package var name = ""

  /// The state in words.
  package var message = ""

  /// Names and values.
  package var values: [DiagnosticValue] = []

  /// Makes the message with empty values.
  package init() {}

  /// The message as data.
  package var record: ROSRecord {
    let status = ROSRecord(
      "diagnostic_msgs/DiagnosticStatus",
      [
        ROSField("level", .byte(level.rawValue)),
        ROSField("name", .string(name)),
        ROSField("message", .string(message)),
        ROSField("hardware_id", .string("headingd")),
        ROSField("values", .records(values.map(\.record), of: DiagnosticValue().record)),
      ])
    return ROSRecord(
      "diagnostic_msgs/DiagnosticArray",
      [header.field, ROSField("status", .records([status], of: status))])
  }
}

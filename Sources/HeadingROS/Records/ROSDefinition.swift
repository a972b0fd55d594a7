/// The definition of a message and of those it contains, as the schema `ros2msg` of MCAP needs it.
///
/// The fields of the message come first, then each contained type once, after a line of 80 equals
/// signs and its name. Source: MCAP Format Registry, mcap.dev/spec/registry.
package enum ROSDefinition {
  /// Returns the text for a message of the type.
  package static func text(of record: ROSRecord) -> String {
    var types: [ROSRecord] = []
    collect(from: record, into: &types)
    let separator = String(repeating: "=", count: 80)
    return lines(of: record)
      + types.map { "\(separator)\nMSG: \($0.type)\n\(lines(of: $0))" }.joined()
  }

  private static func collect(from record: ROSRecord, into types: inout [ROSRecord]) {
    for field in record.fields {
      let contained: ROSRecord
      switch field.value {
      case .record(let record): contained = record
      case .records(_, of: let element): contained = element
      default: continue
      }
      guard !types.contains(where: { $0.type == contained.type }) else { continue }
      types.append(contained)
      collect(from: contained, into: &types)
    }
  }

  private static func lines(of record: ROSRecord) -> String {
    record.fields.map { "\($0.value.typeName) \($0.name)\n" }.joined()
  }
}

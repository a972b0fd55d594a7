import Foundation

/// A checker for the keywords of JSON Schema that the schema of an update uses.
///
/// Written from the specification (draft 2020-12) and not from the schema's own source; a keyword that it does not
/// know is a complaint.
public struct SchemaRule {
  private let rule: [String: Any]

  /// Keywords that say nothing of a value.
  private static let silent: Set = ["$schema", "title", "description"]

  /// Reads a schema.
  public init(_ text: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    rule = object as? [String: Any] ?? [:]
  }

  private init(rule: [String: Any]) { self.rule = rule }

  /// What of a line of JSON contradicts the schema.
  public func complaints(of line: String) throws -> [String] {
    complaints(
      of: try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed),
      at: "")
  }

  private func complaints(of value: Any, at path: String) -> [String] {
    var found: [String] = []
    func demand(_ holds: Bool, _ keyword: String) {
      if !holds { found.append("\(path): \(keyword)") }
    }
    for (keyword, operand) in rule where !Self.silent.contains(keyword) {
      switch keyword {
      case "type":
        let names = operand as? [String] ?? [operand as? String ?? ""]
        demand(names.contains(Self.type(of: value)), "type \(Self.type(of: value))")
      case "enum":
        let values = operand as? [Any] ?? []
        demand(values.contains { ($0 as? NSObject) == (value as? NSObject) }, "enum \(value)")
      case "minimum":
        if let number = Self.number(value) {
          demand(Self.number(operand).map { number >= $0 } ?? false, keyword)
        }
      case "exclusiveMaximum":
        if let number = Self.number(value) {
          demand(Self.number(operand).map { number < $0 } ?? false, keyword)
        }
      case "minItems":
        if let list = value as? [Any] { demand(list.count >= operand as? Int ?? .max, keyword) }
      case "maxItems":
        if let list = value as? [Any] { demand(list.count <= operand as? Int ?? 0, keyword) }
      case "items":
        let rule = SchemaRule(rule: operand as? [String: Any] ?? [:])
        for (index, item) in ((value as? [Any]) ?? []).enumerated() {
          found += rule.complaints(of: item, at: "\(path)[\(index)]")
        }
      case "required":
        if let object = value as? [String: Any] {
          for key in operand as? [String] ?? [] { demand(object[key] != nil, "no \(key)") }
        }
      case "properties":
        for (key, part) in operand as? [String: [String: Any]] ?? [:] {
          guard let member = (value as? [String: Any])?[key] else { continue }
          found += SchemaRule(rule: part).complaints(of: member, at: "\(path).\(key)")
        }
      default: demand(false, "unknown keyword \(keyword)")
      }
    }
    return found
  }

  /// The keys that the schema knows at its top.
  public var keys: Set<String> { Set((rule["properties"] as? [String: Any] ?? [:]).keys) }

  private static func type(of value: Any) -> String {
    switch value {
    case is NSNull: "null"
    case is [Any]: "array"
    case is [String: Any]: "object"
    case is String: "string"
    case let number as NSNumber: isFlag(number) ? "boolean" : "number"
    default: "unknown"
    }
  }

  private static func number(_ value: Any) -> Double? {
    (value as? NSNumber).flatMap { isFlag($0) ? nil : $0.doubleValue }
  }

  private static func isFlag(_ number: NSNumber) -> Bool {
    String(cString: number.objCType) == "c"
  }
}

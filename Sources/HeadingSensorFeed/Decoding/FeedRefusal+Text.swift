import FoundationEssentials

/// Reasons that quote what a sender wrote.
extension FeedRefusal {
  /// Longest quotation of a sender's text, bytes.
  private static let longestQuotation = 32

  /// The beginning of a sender's text, without what a terminal or a log would interpret.
  static func quotation(_ text: some Sequence<UInt8>) -> String {
    let bytes = Array(text.prefix(longestQuotation + 1))
    let shown = bytes.prefix(longestQuotation).map { byte in
      (0x20..<0x7F).contains(byte) ? Character(UnicodeScalar(byte)) : "?"
    }
    return "'" + String(shown) + (bytes.count > longestQuotation ? "…'" : "'")
  }

  /// A word that is none of the known ones.
  static func unknown(_ kind: String, _ word: String, known: [String]) -> FeedRefusal {
    FeedRefusal(
      "declares the \(kind) \(quotation(word.utf8)), which is none of "
        + known.joined(separator: ", "))
  }

  /// A line that is no JSON object.
  static func noObject(_ line: [UInt8]) -> FeedRefusal {
    let why: String
    if line.first != UInt8(ascii: "{") {
      why = "does not begin with {"
    } else if line.last != UInt8(ascii: "}") {
      why = "does not end with }, on the same line"
    } else {
      why = "is no valid JSON"
    }
    return FeedRefusal(
      "sends lines that are no JSON objects", detail: ": \(quotation(line)) \(why)")
  }

  /// Why a JSON object is no declaration.
  static func declaration(_ error: any Error) -> FeedRefusal {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      FeedRefusal("sends a declaration without `\(path(context.codingPath + [key]))`")
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      FeedRefusal(
        "sends a declaration whose `\(path(context.codingPath))` is not \(name(of: type))")
    default:
      FeedRefusal("sends a declaration with a number that its key cannot have")
    }
  }

  /// A key with those that it is in, such as sensors[0].range.
  private static func path(_ keys: [any CodingKey]) -> String {
    keys.reduce("") { path, key in
      if let index = key.intValue { return path + "[\(index)]" }
      return path.isEmpty ? key.stringValue : path + ".\(key.stringValue)"
    }
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is Int.Type: "a whole number"
    case is Double.Type: "a number"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}

import FoundationEssentials
import HeadingSystem

extension ProfileDocument {
  /// Decodes a file: complete, of a known version, unaltered, and without unknown keys.
  init(_ content: Data, path: String) throws(ProfileError) {
    let object: JSONValue
    guard !content.isEmpty else { throw .torn(path: path, reason: "it is empty") }
    do {
      object = try JSONDecoder().decode(JSONValue.self, from: content)
    } catch {
      throw .torn(path: path, reason: Self.notJSON)
    }
    guard let fields = object.members else {
      throw .torn(path: path, reason: "it is not a JSON object")
    }
    if case .integer(let version)? = fields["version"],
      !(1...Int128(CalibrationProfile.currentVersion) ~= version)
    {
      throw .unsupportedVersion(path: path, version: Int(clamping: version))
    }
    try Self.checkKeys(fields, under: "", path)
    do {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      self = try decoder.decode(ProfileDocument.self, from: content)
    } catch let error as DecodingError {
      throw Self.refusal(path: path, error)
    } catch {
      throw .torn(path: path, reason: Self.notJSON)
    }
    if let checksum, checksum != ProfileChecksum.of(content) {
      throw .altered(path: path, stated: checksum, found: ProfileChecksum.of(content))
    }
  }

  private static func checkKeys(
    _ fields: [String: JSONValue], under parent: String, _ path: String
  ) throws(ProfileError) {
    for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
      let field = parent.isEmpty ? key : parent + "." + key
      guard keys[parent]?.contains(key) ?? true else {
        throw .malformed(path: path, field: field, reason: "is not known")
      }
      for child in value.items ?? [value] {
        try checkKeys(child.members ?? [:], under: key, path)
      }
    }
  }

  private static let notJSON = "it is cut off or in another format"

  /// The text for a field of the wrong type.
  private static func reason(_ expected: Any.Type) -> String {
    switch expected {
    case is Double.Type, is Int.Type: "is not a number"
    case is String.Type: "is not a text"
    case is Bool.Type: "is neither true nor false"
    case is [Any].Type: "is not a list"
    default: "has the wrong type"
    }
  }

  /// Converts a decoder's field name to the file's snake case.
  private static func nameInFile(_ key: String) -> String {
    key.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
  }

  private static func refusal(path: String, _ error: DecodingError) -> ProfileError {
    func field(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
      let keys = context.codingPath + (key.map { [$0] } ?? [])
      return keys.map { Self.nameInFile($0.stringValue) }.joined(separator: ".")
    }
    switch error {
    case .keyNotFound(let key, let context):
      return .malformed(path: path, field: field(context, key), reason: "is missing")
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      return .malformed(path: path, field: field(context), reason: reason(type))
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      return .malformed(path: path, field: field(context), reason: "cannot be used")
    default:
      return .torn(path: path, reason: notJSON)
    }
  }
}

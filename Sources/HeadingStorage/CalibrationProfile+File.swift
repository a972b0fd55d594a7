public import Foundation

extension CalibrationProfile {
  /// Reads a profile from a file.
  ///
  /// A torn, foreign or impossible profile is refused by name; nothing of it is used.
  public init(contentsOf url: URL) throws(ProfileError) {
    let path = url.path
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw .unreadable(path: path, reason: Self.reason(error))
    }
    let document: ProfileDocument
    do {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      document = try decoder.decode(ProfileDocument.self, from: data)
    } catch let error as DecodingError {
      throw Self.refusal(path: path, error)
    } catch {
      throw .torn(path: path, reason: "\(error)")
    }
    self = try document.profile(path: path)
  }

  /// Writes the profile: whole or not at all (a temporary file beside it, flushed, then renamed).
  public func write(to url: URL) throws(ProfileError) {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      var data = try encoder.encode(ProfileDocument(self))
      data.append(UInt8(ascii: "\n"))
      try data.write(to: url, options: .atomic)
    } catch {
      throw .unwritable(path: url.path, reason: Self.reason(error))
    }
  }

  private static func reason(_ error: any Error) -> String {
    let error = error as NSError
    if let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError {
      return cause.localizedDescription
    }
    return error.localizedDescription
  }

  /// The decoder tells a field by the name it has in the program, the file has it in snake case.
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
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return .malformed(
        path: path, field: field(context), reason: context.debugDescription)
    case .dataCorrupted(let context):
      return .torn(path: path, reason: context.debugDescription)
    @unknown default:
      return .torn(path: path, reason: "\(error)")
    }
  }
}

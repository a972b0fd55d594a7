public import Foundation

extension CalibrationProfile {
  /// Reads a profile from a file.
  ///
  /// A torn, altered or impossible profile is refused by name; nothing of it is used.
  public init(contentsOf url: URL) throws(ProfileError) {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw .unreadable(path: url.path, reason: Self.reason(error))
    }
    try self.init(content: data, path: url.path)
  }

  /// Reads a profile from the content of a file; the path is for messages.
  public init(content: Data, path: String) throws(ProfileError) {
    self = try ProfileDocument(content, path: path).profile(path: path)
  }

  /// The content of the profile's file, with its checksum.
  ///
  /// - Throws: ``ProfileError/unwritable(path:reason:)`` if a number is not finite.
  public func content(path: String = "") throws(ProfileError) -> Data {
    do {
      return try ProfileDocument(self).content()
    } catch {
      throw .unwritable(path: path, reason: "a number in it is not finite")
    }
  }

  /// Writes the profile: whole or not at all (a temporary file beside it, flushed, then renamed).
  public func write(to url: URL) throws(ProfileError) {
    let data = try content(path: url.path)
    do {
      try AtomicFile.write(data, to: url)
    } catch {
      throw .unwritable(path: url.path, reason: Self.reason(error))
    }
  }

  static func reason(_ error: any Error) -> String {
    let error = error as NSError
    if let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError {
      return cause.localizedDescription
    }
    return error.localizedDescription
  }
}

public import FoundationEssentials

extension CalibrationProfile {
  /// Size limit of a profile file, bytes: many times that of any profile with its history.
  static let largestFile = 1 << 20

  /// Reads a profile from a file.
  ///
  /// A truncated, altered or implausible profile is refused as a whole.
  public init(contentsOf url: URL) throws(ProfileError) {
    let data: Data
    do {
      data = try SmallFile.content(url.path, atMost: Self.largestFile)
    } catch {
      throw .unreadable(path: url.path, reason: FileReason.text(error))
    }
    guard data.count <= Self.largestFile else {
      throw .unreadable(path: url.path, reason: "it is larger than \(Self.largestFile) bytes")
    }
    try self.init(content: data, path: url.path)
  }

  /// Reads a profile from a file's content; the path is for error messages.
  public init(content: Data, path: String) throws(ProfileError) {
    self = try ProfileDocument(content, path: path).profile(path: path)
  }

  /// The content of the profile's file, including its checksum.
  ///
  /// - Throws: ``ProfileError/unwritable(path:reason:isMidway:)`` if a number is not finite.
  public func content(path: String = "") throws(ProfileError) -> Data {
    do {
      return try ProfileDocument(self).content()
    } catch {
      throw .unwritable(path: path, reason: "a number in it is not finite")
    }
  }

  /// Writes the profile atomically (temporary file, flush, rename).
  public func write(to url: URL) throws(ProfileError) {
    let data = try content(path: url.path)
    do {
      try AtomicFile.write(data, to: url)
    } catch {
      throw .unwritable(writing: url, error)
    }
  }
}

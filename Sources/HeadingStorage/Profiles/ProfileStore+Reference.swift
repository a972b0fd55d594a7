public import FoundationEssentials

extension ProfileStore {
  /// The profile that an argument specifies: its file and, if it is in the store, its history.
  public struct Reference: Sendable {
    /// The profile's file.
    public var url: URL

    /// History of the sensor's profiles; `nil` for a file elsewhere.
    public var keeper: ProfileHistory?

    /// The specified revision; `nil` if only the sensor was specified.
    public var revision: ProfileRevision?
  }

  /// Resolves `SENSOR`, `SENSOR:REVISION`, `REVISION`, a file's path, or nothing.
  ///
  /// A revision is a number or the first digits of a checksum; without a sensor it refers to the
  /// only sensor with profiles.
  ///
  /// - Throws: ``ProfileError/unknown(name:folder:)`` or ``ProfileError/ambiguous(sensors:)``.
  public func find(_ text: String?) throws(ProfileError) -> Reference {
    let known = Array(Set(sensors.map(\.text))).sorted()
    guard let text else {
      guard known.count == 1, let keeper = keeper(of: known[0]) else {
        throw .ambiguous(sensors: known)
      }
      return Reference(url: keeper.activeURL, keeper: keeper)
    }
    if known.contains(text), let keeper = keeper(of: text) {
      return Reference(url: keeper.activeURL, keeper: keeper)
    }
    let sides = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if sides.count == 2, known.contains(String(sides[0])),
      let keeper = keeper(of: String(sides[0]))
    {
      let revision = try keeper.revision(String(sides[1]))
      return Reference(url: revision.url, keeper: keeper, revision: revision)
    }
    if FileManager.default.fileExists(atPath: text) {
      return Reference(url: URL(fileURLWithPath: text))
    }
    if known.count == 1, sides.count == 1, let keeper = keeper(of: known[0]) {
      let revision = try keeper.revision(text)
      return Reference(url: revision.url, keeper: keeper, revision: revision)
    }
    let owners = known.filter { (try? keeper(of: $0)?.revision(text)) != nil }
    // A number means a revision of some sensor, though it was never kept for any.
    if !owners.isEmpty || known.count > 1 && Int(text) != nil {
      throw .ambiguous(sensors: (owners.isEmpty ? known : owners).map { "\($0):\(text)" })
    }
    throw .unknown(name: text, folder: folders.first?.path ?? "any folder")
  }
}

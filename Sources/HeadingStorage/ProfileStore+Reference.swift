public import Foundation

extension ProfileStore {
  /// What people mean by a word: a profile's file and, if it is one of the store's, its keeper.
  public struct Reference: Sendable {
    /// The file.
    public var url: URL

    /// The keeper of the sensor's profiles; `nil` for a file elsewhere.
    public var keeper: ProfileKeeper?

    /// The revision that was named; `nil` if the sensor alone was.
    public var revision: ProfileRevision?
  }

  /// Finds what is meant by `SENSOR`, `SENSOR:REVISION`, `REVISION`, a file's path, or nothing.
  ///
  /// A revision is its number or the first digits of its checksum; without a sensor, and with nothing,
  /// the only sensor that profiles are kept for is meant.
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

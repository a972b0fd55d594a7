public import FoundationEssentials
import Glibc
import HeadingSensing

/// The active profile of one sensor and its revision history, in one folder.
///
/// After any interruption the active profile is either the old or the new one: a revision is stored
/// before it is activated, and each file is replaced atomically.
public struct ProfileHistory: Sendable {
  /// Name of the folder of revisions.
  static let historyName = "history"

  /// Number of revisions that are kept.
  public static let kept = 32

  /// The sensor, as ``SensorIdentity/text``.
  public let sensor: String

  private let folder: URL

  /// Creates a value; nothing is read or written yet.
  public init(folder: URL, sensor: String) {
    self.folder = folder
    self.sensor = sensor
  }

  /// The file of the active profile.
  public var activeURL: URL { folder.appendingPathComponent("\(sensor).json") }

  private var history: URL {
    folder.appendingPathComponent(Self.historyName).appendingPathComponent(sensor)
  }

  /// Whether there is a revision.
  var hasRevisions: Bool { !revisions.isEmpty }

  /// The revisions, oldest first; other files are ignored.
  public var revisions: [ProfileRevision] {
    let active = (try? Data(contentsOf: activeURL)).map(ProfileChecksum.of)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: history.path)) ?? []
    return names.compactMap {
      ProfileRevision(history.appendingPathComponent($0), active: active)
    }.sorted { ($0.number, $0.checksum) < ($1.number, $1.checksum) }
  }

  /// The revision with a number or with a prefix of its checksum.
  ///
  /// - Throws: ``ProfileError/unknown(name:folder:)`` if there is none or more than one.
  public func revision(_ text: String) throws(ProfileError) -> ProfileRevision {
    let revisions = revisions
    let found = revisions.filter { String($0.number) == text }
    let alike = found.isEmpty ? revisions.filter { $0.checksum.hasPrefix(text) } : found
    guard let revision = alike.first, alike.count == 1, !text.isEmpty else {
      throw .unknown(name: "\(sensor):\(text)", folder: folder.path)
    }
    return revision
  }

  /// Stores a profile as a revision and activates it; its history begins with the previously active
  /// one.
  ///
  /// - Returns: The stored revision.
  /// - Throws: ``ProfileError/unwritable(path:reason:isMidway:)``; the active profile is then
  ///   unchanged.
  @discardableResult
  public func save(_ profile: CalibrationProfile) throws(ProfileError) -> ProfileRevision {
    try changing { () throws(ProfileError) in
      prune()
      var profile = profile
      let before = try adoptActive()
      if let before, let old = try? CalibrationProfile(contentsOf: before.url) {
        let entry = PastCalibration(
          checksum: before.checksum, created: old.created, headingError: old.parameters.headingError
        )
        profile.history = Array(
          ([entry] + old.history).prefix(CalibrationProfile.keptHistory))
      }
      let content = try profile.content(path: activeURL.path)
      let revision = try keep(content)
      try put(content, at: activeURL)
      return revision
    }
  }

  /// The newest revision with the same content apart from the history.
  func revision(like profile: CalibrationProfile) -> ProfileRevision? {
    func bare(_ profile: CalibrationProfile) -> Data? {
      var profile = profile
      profile.history = []
      return try? profile.content()
    }
    guard let wanted = bare(profile) else { return nil }
    return revisions.last { revision in
      (try? CalibrationProfile(contentsOf: revision.url)).flatMap(bare) == wanted
    }
  }

  /// Activates a revision.
  ///
  /// - Throws: ``ProfileError`` if it cannot be read or written; the active profile is then
  ///   unchanged.
  public func use(_ revision: ProfileRevision) throws(ProfileError) {
    _ = try CalibrationProfile(contentsOf: revision.url)
    try changing { () throws(ProfileError) in
      _ = try adoptActive()
      try put(try Self.content(of: revision.url), at: activeURL)
    }
  }

  /// The newest valid revision before the active one, for a rollback.
  ///
  /// Without an active revision, the newest valid one.
  public var previous: ProfileRevision? {
    let revisions = revisions
    let end = revisions.firstIndex { $0.isActive } ?? revisions.endIndex
    return revisions[..<end].last { (try? CalibrationProfile(contentsOf: $0.url)) != nil }
  }

  /// Whether files are readable by the owner only: a profile contains the place of the calibration.
  ///
  /// Root's files in `/etc` are read by the daemon, which runs as another user.
  private static var isPrivate: Bool { geteuid() != 0 }

  /// Runs a change under the lock, in a folder that exists.
  private func changing<Result>(
    _ change: () throws(ProfileError) -> Result
  ) throws(ProfileError) -> Result {
    let lock: FolderLock
    do {
      try FileManager.default.createDirectory(
        at: history, withIntermediateDirectories: true,
        attributes: [.posixPermissions: Self.isPrivate ? 0o700 : 0o755])
      lock = try FolderLock(folder)
    } catch {
      throw .unwritable(writing: folder, error)
    }
    defer { lock.release() }
    removeParts()
    return try change()
  }

  /// The active revision; a profile that was copied there by hand is first stored as a revision.
  ///
  /// `nil` without an active profile, or if it is invalid.
  private func adoptActive() throws(ProfileError) -> ProfileRevision? {
    if let active = revisions.last(where: \.isActive) { return active }
    guard (try? CalibrationProfile(contentsOf: activeURL)) != nil else { return nil }
    return try keep(try Self.content(of: activeURL))
  }

  private func keep(_ content: Data) throws(ProfileError) -> ProfileRevision {
    let number = (revisions.last?.number ?? 0) + 1
    let checksum = ProfileChecksum.of(content)
    let url = history.appendingPathComponent(
      ProfileRevision.fileName(number: number, checksum: checksum))
    try put(content, at: url)
    return ProfileRevision(number: number, checksum: checksum, url: url, isActive: true)
  }

  private func put(_ content: Data, at url: URL) throws(ProfileError) {
    do {
      try AtomicFile.write(content, to: url, isPrivate: Self.isPrivate)
    } catch {
      throw .unwritable(writing: url, error)
    }
  }

  private static func content(of url: URL) throws(ProfileError) -> Data {
    do {
      return try Data(contentsOf: url)
    } catch {
      throw .unreadable(path: url.path, reason: FileReason.text(error))
    }
  }

  /// Removes the oldest revisions to make room for one, except the active one.
  private func prune() {
    for revision in revisions.dropLast(Self.kept - 1) where !revision.isActive {
      try? FileManager.default.removeItem(at: revision.url)
    }
  }

  /// Removes temporary files that a killed program left.
  private func removeParts() {
    for place in [folder, history] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
      for name in names where name.hasPrefix(".") && name.contains(".part-") {
        try? FileManager.default.removeItem(at: place.appendingPathComponent(name))
      }
    }
  }
}

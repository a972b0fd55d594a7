public import Foundation
import Glibc
import HeadingSensing

/// The profiles of one sensor in one folder: the one in use and those before it.
///
/// Whatever ends the program, a whole profile is in use afterwards, the old one or the new one: a
/// profile is first kept, then put into use, and each file is replaced whole.
public struct ProfileKeeper: Sendable {
  /// The folder of the calibrations that were in use.
  static let historyName = "history"

  /// How many of them are kept.
  public static let kept = 32

  /// The sensor, as ``SensorIdentity/text``.
  public let sensor: String

  private let folder: URL

  /// Makes a keeper; nothing is read or written yet.
  public init(folder: URL, sensor: String) {
    self.folder = folder
    self.sensor = sensor
  }

  /// The file of the profile in use.
  public var activeURL: URL { folder.appendingPathComponent("\(sensor).json") }

  private var history: URL {
    folder.appendingPathComponent(Self.historyName).appendingPathComponent(sensor)
  }

  /// Whether a calibration was ever kept.
  var hasRevisions: Bool { !revisions.isEmpty }

  /// What is kept, the oldest first; files that are none of the keeper's are passed over.
  public var revisions: [ProfileRevision] {
    let active = (try? Data(contentsOf: activeURL)).map(ProfileChecksum.of)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: history.path)) ?? []
    return names.compactMap {
      ProfileRevision(history.appendingPathComponent($0), active: active)
    }.sorted { ($0.number, $0.checksum) < ($1.number, $1.checksum) }
  }

  /// The revision that people mean by a number or by the first digits of a checksum.
  ///
  /// - Throws: ``ProfileError/unknown(name:folder:)`` if there is none, or more than one.
  public func revision(_ text: String) throws(ProfileError) -> ProfileRevision {
    let revisions = revisions
    let found = revisions.filter { String($0.number) == text }
    let alike = found.isEmpty ? revisions.filter { $0.checksum.hasPrefix(text) } : found
    guard let revision = alike.first, alike.count == 1, !text.isEmpty else {
      throw .unknown(name: "\(sensor):\(text)", folder: folder.path)
    }
    return revision
  }

  /// Keeps a profile and puts it into use; it remembers the one that was in use before.
  ///
  /// - Returns: What was kept.
  /// - Throws: ``ProfileError/unwritable(path:reason:isMidway:)``; what was in use stays so.
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

  /// The kept revision that says the same as a profile, whatever was in use before each; the newest of them.
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

  /// Puts a kept profile into use again.
  ///
  /// - Throws: ``ProfileError`` if it cannot be read or written; what was in use stays so.
  public func use(_ revision: ProfileRevision) throws(ProfileError) {
    _ = try CalibrationProfile(contentsOf: revision.url)
    try changing { () throws(ProfileError) in
      _ = try adoptActive()
      try put(try Self.content(of: revision.url), at: activeURL)
    }
  }

  /// The revision that ``use(_:)`` would go back to: the newest good one before the one in use.
  ///
  /// With nothing in use, or something that was never kept, the newest good one.
  public var previous: ProfileRevision? {
    let revisions = revisions
    let end = revisions.firstIndex { $0.isActive } ?? revisions.endIndex
    return revisions[..<end].last { (try? CalibrationProfile(contentsOf: $0.url)) != nil }
  }

  /// Whether only the owner may read what is kept: a profile holds the place where it was made.
  ///
  /// What root keeps, in `/etc`, is for the daemon, which runs as another user.
  private static var isPrivate: Bool { geteuid() != 0 }

  /// Runs a change alone, in a folder that exists.
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

  /// The revision in use; kept first if somebody put it there by hand.
  ///
  /// `nil` if there is none, or no good one: a torn file is not worth keeping.
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

  /// Makes room for one more: removes the oldest, never the one in use.
  private func prune() {
    for revision in revisions.dropLast(Self.kept - 1) where !revision.isActive {
      try? FileManager.default.removeItem(at: revision.url)
    }
  }

  /// Removes what a program that was killed left half written.
  private func removeParts() {
    for place in [folder, history] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
      for name in names where name.hasPrefix(".") && name.contains(".part-") {
        try? FileManager.default.removeItem(at: place.appendingPathComponent(name))
      }
    }
  }
}

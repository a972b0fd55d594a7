public import Foundation
public import HeadingSensing

/// Where profiles are kept, by the sensor they belong to.
///
/// A folder holds `SENSOR.json`, the profile in use, and `history/SENSOR/`, the calibrations that were
/// ever in use there. The first folder is written to; the others (`/etc`) are only read.
public struct ProfileStore: Sendable {
  /// Years after which a profile is not believed any more: the life of a magnetic model.
  public static let longestAge = 5.0

  /// The folders, the first that has a profile wins.
  public let folders: [URL]

  /// Makes a store over given folders.
  public init(folders: [URL]) { self.folders = folders }

  /// The usual folders: `$XDG_CONFIG_HOME/headingd/profiles` (else `~/.config/…`), then
  /// `/etc/headingd/profiles`.
  public init(environment: [String: String]) {
    var folders: [URL] = []
    if let config = environment["XDG_CONFIG_HOME"], !config.isEmpty {
      folders.append(URL(fileURLWithPath: config))
    } else if let home = environment["HOME"], !home.isEmpty {
      folders.append(URL(fileURLWithPath: home).appendingPathComponent(".config"))
    }
    folders.append(URL(fileURLWithPath: "/etc"))
    self.folders = folders.map { $0.appendingPathComponent("headingd/profiles") }
  }

  /// The profile of a sensor; `nil` if none is kept.
  ///
  /// A profile in use that is torn, altered, foreign, stale or impossible is refused by name, and the
  /// last good one of those kept takes its place.
  ///
  /// - Parameters:
  ///   - sensor: The sensor.
  ///   - date: The present time, if it can be trusted; without it no profile is called stale.
  /// - Returns: The profile, with what was refused for it.
  /// - Throws: ``ProfileError`` if there is a profile and neither it nor one before it can be used.
  public func profile(
    for sensor: SensorIdentity, date: UniversalTime? = nil
  ) throws(ProfileError) -> ProfileChoice? {
    for folder in folders {
      for text in sensor.texts {
        let file = folder.appendingPathComponent("\(text).json")
        let keeper = ProfileKeeper(folder: folder, sensor: text)
        guard FileManager.default.fileExists(atPath: file.path) || keeper.hasRevisions else {
          continue
        }
        do throws(ProfileError) {
          let profile = try Self.read(file, for: sensor, date: date)
          return ProfileChoice(profile: profile, path: file.path)
        } catch {
          for revision in keeper.revisions.reversed() {
            guard let profile = try? Self.read(revision.url, for: sensor, date: date) else {
              continue
            }
            return ProfileChoice(profile: profile, path: revision.url.path, refused: error)
          }
          throw error
        }
      }
    }
    return nil
  }

  /// Reads a profile that a sensor may use.
  ///
  /// - Throws: ``ProfileError``; foreign and stale ones are refused too, and those of simulated sensors for others.
  public static func read(
    _ url: URL, for sensor: SensorIdentity?, date: UniversalTime?
  ) throws(ProfileError) -> CalibrationProfile {
    let profile = try CalibrationProfile(contentsOf: url)
    if let sensor, let owner = profile.sensor, !owner.fits(sensor) {
      throw .foreign(path: url.path, profile: owner.title, sensor: sensor.title)
    }
    let isSimulated = profile.isSimulated || profile.sensor?.isSimulated == true
    if let sensor, isSimulated, !sensor.isSimulated {
      throw .simulated(path: url.path, sensor: sensor.title)
    }
    if let date, let created = profile.created {
      let years = (date.secondsSince1970 - created.secondsSince1970) / 31_556_952
      if years > longestAge { throw .stale(path: url.path, years: years) }
    }
    return profile
  }

  /// The sensors that profiles are kept for, each with the folder where, in the order they are used.
  public var sensors: [(text: String, folder: URL)] {
    var found: [(text: String, folder: URL)] = []
    for folder in folders {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      let kept = folder.appendingPathComponent(ProfileKeeper.historyName).path
      let histories = (try? FileManager.default.contentsOfDirectory(atPath: kept)) ?? []
      let names = files.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        .map { String($0.dropLast(5)) }
      for name in Set(names + histories).sorted() { found.append((name, folder)) }
    }
    return found
  }

  /// The keeper of a sensor's profiles in the folder that has some, else in the one that is written to.
  ///
  /// `nil` for a name that no sensor has.
  public func keeper(of sensor: String) -> ProfileKeeper? {
    guard SensorIdentity(text: sensor) != nil else { return nil }
    let folder = sensors.first { $0.text == sensor }?.folder ?? folders.first
    return folder.map { ProfileKeeper(folder: $0, sensor: sensor) }
  }

  /// The kept revision of a sensor that is meant, that in use first, else the newest; `nil` if none is.
  public func revision(
    for sensor: SensorIdentity, where isMeant: (CalibrationProfile) -> Bool
  ) -> (sensor: String, revision: ProfileRevision)? {
    for folder in folders {
      for text in sensor.texts {
        let revisions = ProfileKeeper(folder: folder, sensor: text).revisions.reversed()
        for revision in revisions.filter(\.isActive) + revisions.filter({ !$0.isActive }) {
          guard let profile = try? CalibrationProfile(contentsOf: revision.url), isMeant(profile)
          else { continue }
          return (text, revision)
        }
      }
    }
    return nil
  }

  /// Keeps a profile of a sensor and puts it into use, in the folder that is written to.
  ///
  /// What is kept already is put into use as it is.
  ///
  /// - Returns: What was kept.
  /// - Throws: ``ProfileError/unwritable(path:reason:isMidway:)``; what was in use stays so.
  @discardableResult
  public func save(
    _ profile: CalibrationProfile, for sensor: SensorIdentity
  ) throws(ProfileError) -> ProfileRevision {
    guard let folder = folders.first else {
      throw .unwritable(path: sensor.text, reason: "no folder for profiles is known; set HOME")
    }
    var profile = profile
    profile.sensor = sensor
    // Whatever made it: what comes of simulated sensors says so.
    profile.isSimulated = profile.isSimulated || sensor.isSimulated
    let keeper = ProfileKeeper(folder: folder, sensor: sensor.text)
    if let same = keeper.revision(like: profile) {
      try keeper.use(same)
      return same
    }
    return try keeper.save(profile)
  }
}

public import FoundationEssentials
public import HeadingSensing

/// The store of calibration profiles by sensor.
///
/// A folder contains `SENSOR.json`, the active profile, and `history/SENSOR/`, its revisions.
/// Profiles are written to the first folder; the others (`/etc`) are only read.
public struct ProfileStore: Sendable {
  /// Age limit of a profile, years: the validity of a magnetic model.
  public static let longestAge = 5.0

  /// The folders in order of precedence.
  public let folders: [URL]

  /// Creates a store over given folders.
  public init(folders: [URL]) { self.folders = folders }

  /// The default folders: `$XDG_CONFIG_HOME/headingd/profiles` (else `~/.config/…`), then
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

  /// The profile of a sensor; `nil` if there is none.
  ///
  /// If the active profile is truncated, altered, of another sensor, too old or implausible, the
  /// newest valid revision replaces it.
  ///
  /// - Parameters:
  ///   - sensor: The sensor.
  ///   - date: The present time, if it is trusted; without it the age is not checked.
  /// - Returns: The profile, with the reason if the active one was refused.
  /// - Throws: ``ProfileError`` if neither the active profile nor a revision is valid.
  public func profile(
    for sensor: SensorIdentity, date: UniversalTime? = nil
  ) throws(ProfileError) -> ProfileChoice? {
    for folder in folders {
      for text in sensor.texts {
        let file = folder.appendingPathComponent("\(text).json")
        let keeper = ProfileHistory(folder: folder, sensor: text)
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

  /// Reads a profile and checks that it is applicable to a sensor.
  ///
  /// - Throws: ``ProfileError``, also for another sensor, an exceeded age, or simulated data for a
  ///   real sensor.
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

  /// The sensors with profiles, each with its folder, in order of precedence.
  public var sensors: [(text: String, folder: URL)] {
    var found: [(text: String, folder: URL)] = []
    for folder in folders {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      let kept = folder.appendingPathComponent(ProfileHistory.historyName).path
      let histories = (try? FileManager.default.contentsOfDirectory(atPath: kept)) ?? []
      let names = files.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        .map { String($0.dropLast(5)) }
      for name in Set(names + histories).sorted() { found.append((name, folder)) }
    }
    return found
  }

  /// History of a sensor in the first folder with its profiles, else in the writable one.
  ///
  /// `nil` for an invalid sensor name.
  public func keeper(of sensor: String) -> ProfileHistory? {
    guard SensorIdentity(text: sensor) != nil else { return nil }
    let folder = sensors.first { $0.text == sensor }?.folder ?? folders.first
    return folder.map { ProfileHistory(folder: $0, sensor: sensor) }
  }

  /// The matching revision of a sensor, the active one first, then the newest; `nil` if there is
  /// none.
  public func revision(
    for sensor: SensorIdentity, where isMeant: (CalibrationProfile) -> Bool
  ) -> (sensor: String, revision: ProfileRevision)? {
    for folder in folders {
      for text in sensor.texts {
        let revisions = ProfileHistory(folder: folder, sensor: text).revisions.reversed()
        for revision in revisions.filter(\.isActive) + revisions.filter({ !$0.isActive }) {
          guard let profile = try? CalibrationProfile(contentsOf: revision.url), isMeant(profile)
          else { continue }
          return (text, revision)
        }
      }
    }
    return nil
  }

  /// Stores a profile of a sensor in the writable folder and activates it.
  ///
  /// If an equal revision exists, it is activated.
  ///
  /// - Returns: The active revision.
  /// - Throws: ``ProfileError/unwritable(path:reason:isMidway:)``; the active profile is then
  ///   unchanged.
  @discardableResult
  public func save(
    _ profile: CalibrationProfile, for sensor: SensorIdentity
  ) throws(ProfileError) -> ProfileRevision {
    guard let folder = folders.first else {
      throw .unwritable(path: sensor.text, reason: "no folder for profiles is known; set HOME")
    }
    var profile = profile
    profile.sensor = sensor
    // A profile of simulated sensors is always marked.
    profile.isSimulated = profile.isSimulated || sensor.isSimulated
    let keeper = ProfileHistory(folder: folder, sensor: sensor.text)
    if let same = keeper.revision(like: profile) {
      try keeper.use(same)
      return same
    }
    return try keeper.save(profile)
  }
}

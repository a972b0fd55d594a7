public import Foundation

/// Where profiles are looked for by the chip's name.
public struct ProfileStore: Sendable {
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

  /// The profile of a chip; `nil` if none is kept.
  ///
  /// A profile that is there but cannot be used is an error: it is never passed over in silence.
  public func profile(for chip: String) throws(ProfileError) -> CalibrationProfile? {
    // A name from a driver is not a path.
    let name = String(chip.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "_" })
    for folder in folders {
      let file = folder.appendingPathComponent("\(name).json")
      if FileManager.default.fileExists(atPath: file.path) {
        let profile = try CalibrationProfile(contentsOf: file)
        if let sensor = profile.sensor, sensor.name != chip {
          throw .foreign(path: file.path, profile: sensor.name, sensor: chip)
        }
        return profile
      }
    }
    return nil
  }
}

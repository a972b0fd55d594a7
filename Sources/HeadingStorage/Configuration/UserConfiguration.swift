package import FoundationEssentials
import HeadingGeodesy
package import HeadingGeometry

/// A user's defaults of `compass`: `$XDG_CONFIG_HOME/headingd/config.yaml`, else in `~/.config`.
package struct UserConfiguration: Sendable, Hashable {
  /// The keys.
  package enum Key: String, Sendable, CaseIterable {
    /// Default position LAT,LON.
    case place
    /// Units: metric, imperial or nautical.
    case units
    /// Coordinate format: decimal or dms.
    case coordinates
    /// The mount matrix.
    case mount
    /// The IIO context to read instead of the daemon's stream.
    case uri

    /// Description of the value, for help texts.
    package var meaning: String {
      switch self {
      case .place: "LAT,LON, used when there is no fix"
      case .units: UserConfiguration.unitNames.joined(separator: ", ")
      case .coordinates: UserConfiguration.coordinateNames.joined(separator: ", ")
      case .mount: "x=forward,y=left or a matrix"
      case .uri: "an IIO context, read instead of a daemon"
      }
    }
  }

  /// The names of units.
  package static let unitNames = ["metric", "imperial", "nautical"]

  /// The names of coordinate formats.
  package static let coordinateNames = ["decimal", "dms"]

  /// The values as text.
  package var values: [Key: String] = [:]

  /// Creates an empty configuration.
  package init() {}

  init(_ section: ConfigurationSection) {
    for key in Key.allCases {
      values[key] = section.text(key.rawValue) { Self.complaint($0, key) }
    }
  }

  /// The default position.
  package var coordinate: Coordinate? {
    values[.place].flatMap { try? CoordinateText.coordinate($0) }
  }

  /// Path of the file; `nil` without a home folder.
  package static func url(environment: [String: String]) -> URL? {
    let folder: URL
    if let config = environment["XDG_CONFIG_HOME"], config.hasPrefix("/") {
      folder = URL(fileURLWithPath: config)
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      folder = URL(fileURLWithPath: home).appendingPathComponent(".config")
    } else {
      return nil
    }
    return folder.appendingPathComponent("headingd/config.yaml")
  }

  /// Reads the user's file; empty if there is none.
  ///
  /// - Parameter environment: The environment, whose `COMPASS_…` variables override values.
  /// - Throws: A ``ConfigurationError`` with all problems.
  package init(environment: [String: String]) throws(ConfigurationError) {
    let url = Self.url(environment: environment)
    let isThere = url.map { FileManager.default.fileExists(atPath: $0.path) } ?? false
    let path = url?.path ?? "the environment"
    (self, _) = try ConfigurationFile.read(
      yaml: isThere ? ConfigurationFile.text(path) : "", path: path, prefix: "COMPASS_",
      environment: environment
    ) { Self($0) }
  }

  /// The problem of a value; `nil` if there is none or only a higher module can validate it.
  package static func complaint(_ value: String, _ key: Key) -> String? {
    switch key {
    case .place:
      do throws(CoordinateTextError) {
        _ = try CoordinateText.coordinate(value)
        return nil
      } catch {
        return "'\(value)' is no place: \(error); write LAT,LON, such as 47.4,8.5"
      }
    case .units: return choice(value, unitNames)
    case .coordinates: return choice(value, coordinateNames)
    case .mount, .uri: return nil
    }
  }

  private static func choice(_ value: String, _ names: [String]) -> String? {
    names.contains(value) ? nil : "'\(value)' is none of \(names.joined(separator: ", "))"
  }

  /// Writes the file atomically; comments in it are lost.
  ///
  /// - Throws: The system's reason.
  package func write(to url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let lines = Key.allCases.compactMap { key in
      values[key].map { "\(key.rawValue): \"\(Self.escaped($0))\"\n" }
    }
    try AtomicFile.write(Data(lines.joined().utf8), to: url, isPrivate: true)
  }

  /// Escapes a text for double quotes in YAML.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}

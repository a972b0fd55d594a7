import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingGeometry
import HeadingSensing
import HeadingStorage
import HeadingTerminal

/// `compass profiles list`: lists the stored profiles.
struct ListProfiles: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the stored profiles; a star marks the one in use.")

  @OptionGroup var option: ProfileStoreOption

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let text = ProfileText(style: try UnitOptions.configuredStyle())
    var objects: [[String: Any?]] = []
    var seen: Set<String> = []
    for (sensor, folder) in option.store.sensors where seen.insert(sensor).inserted {
      let keeper = ProfileHistory(folder: folder, sensor: sensor)
      if !json { try StandardStreams.writeText("\(sensor) (\(folder.path))") }
      let revisions = keeper.revisions
      let isKept = revisions.contains(where: \.isActive)
      for revision in revisions {
        objects.append(
          try show(
            revision.url, sensor, number: revision.number, checksum: revision.checksum,
            isActive: revision.isActive, text))
      }
      if !isKept, FileManager.default.fileExists(atPath: keeper.activeURL.path) {
        objects.append(
          try show(keeper.activeURL, sensor, number: nil, checksum: nil, isActive: true, text))
      }
    }
    if json {
      try StandardStreams.write(JSONLineObject.data(["profiles": objects]))
    } else if objects.isEmpty {
      try StandardStreams.writeText("no calibration profile is kept; `compass calibrate` makes one")
    }
  }

  /// Returns a profile as a JSON object; prints it as text unless JSON is requested.
  private func show(
    _ url: URL, _ sensor: String, number: Int?, checksum: String?, isActive: Bool,
    _ text: ProfileText
  ) throws -> [String: Any?] {
    var object: [String: Any?] = [
      "sensor": sensor, "file": url.path, "in_use": isActive,
      "revision": number,
      "checksum": checksum,
    ]
    let summary: String
    do throws(ProfileError) {
      let profile = try CalibrationProfile(contentsOf: url)
      let error = profile.parameters.headingError
      object["valid"] = true
      object["simulated"] = profile.isSimulated
      object.updateValue(error.map { $0.degrees }, forKey: "heading_error")
      let created = profile.created.map {
        Date(timeIntervalSince1970: $0.secondsSince1970).formatted(.iso8601)
      }
      object.updateValue(created, forKey: "created")
      summary =
        (profile.isSimulated ? "SIMULATED, " : "") + text.origin(profile)
        + "; heading error " + text.error(profile.parameters)
    } catch {
      object["valid"] = false
      object["problem"] = "\(error)"
      summary = "REFUSED: \(error)"
    }
    if !json {
      let name = number.map { "\($0)" } ?? "-"
      let padding = String(repeating: " ", count: max(0, 4 - name.count))
      let start = "\(isActive ? "*" : " ")\(padding)\(name)  \(checksum ?? "by hand ")  "
      let lines = WrappedText.lines(
        start, summary, column: start.count, width: max(60, text.columns))
      for line in lines { try StandardStreams.writeText(line) }
    }
    return object
  }
}

package import ArgumentParser
import FoundationEssentials
package import Geomagnetism
package import HeadingGeodesy
package import HeadingStorage
import HeadingSystem

/// The models to use and the folder of their files.
package struct DataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Folder of larger models (WMMHR2025.COF, IGRF14.shc, egm96_30min_cm.i16).",
      valueName: "folder"))
  package var data: String?

  @Option(
    help: ArgumentHelp(
      "wmm2025 (the default), wmmhr2025, igrf14 or a .COF file.", valueName: "model"))
  package var model: String?

  package init() {}

  package mutating func validate() throws {
    guard let data, !Self.isFolder(data) else { return }
    throw ValidationError("--data '\(data)' is not an existing folder.")
  }

  /// Whether there is a folder of that path.
  static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }

  /// The folders to search.
  package var folder: ModelSearchPath {
    ModelSearchPath(
      named: data, environment: ProcessInfo.processInfo.environment,
      executable: ProgramPath.current)
  }

  /// The magnetic model named.
  ///
  /// - Throws: The exit status 65 or 66 if its file is damaged or missing, after printing the
  ///   reason.
  package func magneticModel() throws -> MagneticModel {
    do throws(ModelFileError) {
      return try namedModel()
    } catch {
      throw Failure.exit(error.status, "\(error).")
    }
  }

  /// The magnetic model named, else WMM2025.
  func namedModel() throws(ModelFileError) -> MagneticModel {
    try model.map { name throws(ModelFileError) in
      try MagneticModelOption.load(name, folder)
    } ?? .wmm2025
  }

  /// The geoid, if its file exists, and the reason if it is damaged.
  package func geoid() -> (grid: GeoidGrid?, complaint: String?) {
    do throws(GeoidGridError) {
      return (try folder.geoid(), nil)
    } catch {
      return (nil, "\(error)")
    }
  }
}

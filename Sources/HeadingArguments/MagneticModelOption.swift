import FoundationEssentials
import Geomagnetism
import HeadingStorage

/// Loads the magnetic model that the user names.
enum MagneticModelOption {
  static func load(
    _ name: String, _ folder: ModelSearchPath
  ) throws(ModelFileError) -> MagneticModel {
    switch name.lowercased() {
    case "wmm2025": return .wmm2025
    case "wmmhr2025":
      return try parse(
        "WMMHR2025.COF", shipped(name, "WMMHR2025.COF", from: "10.25921/aqfd-sd83", folder))
    case "igrf14", "igrf-14":
      let text = String(
        decoding: try shipped(name, "IGRF14.shc", from: "10.5281/zenodo.14012302", folder),
        as: UTF8.self)
      do throws(MagneticModelFileError) {
        return try MagneticModel(parsingSHC: text)
      } catch {
        throw ModelFileError(status: ExitStatus.dataError, description: "IGRF14.shc: \(error)")
      }
    default:
      guard let content = FileManager.default.contents(atPath: name) else {
        throw ModelFileError(
          status: ExitStatus.noInput,
          description:
            "'\(name)' is neither wmm2025, wmmhr2025 or igrf14 nor a readable .COF file")
      }
      return try parse(name, content)
    }
  }

  private static func shipped(
    _ model: String, _ file: String, from source: String, _ folder: ModelSearchPath
  ) throws(ModelFileError) -> Data {
    guard let content = folder.content(of: file) else {
      throw ModelFileError(
        status: ExitStatus.noInput,
        description: "the model \(model) needs the file \(file), which is in none of "
          + folder.folders.map(\.path).joined(separator: ", ")
          + "; get it from https://doi.org/\(source) and name its folder with --data or $HEADINGD_DATA"
      )
    }
    return content
  }

  private static func parse(
    _ name: String, _ content: Data
  ) throws(ModelFileError) -> MagneticModel {
    do throws(MagneticModelFileError) {
      return try MagneticModel(parsingCOF: String(decoding: content, as: UTF8.self))
    } catch {
      throw ModelFileError(
        status: ExitStatus.dataError, description: "\(name) is not a magnetic model: \(error)")
    }
  }
}

package import ArgumentParser
import Foundation
package import HeadingGeodesy
package import HeadingStorage

/// Where larger models lie.
package struct DataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where larger models lie (WMMHR2025.COF, IGRF14.shc, egm96_30min_cm.i16).",
      valueName: "folder"))
  package var data: String?

  package init() {}

  /// The folders that are searched.
  package var folder: DataFolder {
    DataFolder(
      named: data, environment: ProcessInfo.processInfo.environment,
      executable: Bundle.main.executablePath ?? CommandLine.arguments[0])
  }

  /// The geoid, if its file is there, and what to tell people if it is damaged.
  package func geoid() -> (grid: GeoidGrid?, complaint: String?) {
    do throws(GeoidGridError) {
      return (try folder.geoid(), nil)
    } catch {
      return (nil, "\(error)")
    }
  }
}

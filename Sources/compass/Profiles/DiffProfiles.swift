import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingGeometry
import HeadingStorage
import HeadingSystem
import HeadingTerminal

/// `compass profiles diff`: compares two profiles.
struct DiffProfiles: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two profiles: their parameters and the difference in heading.")

  @Argument(help: "The first profile.", completion: ProfileStoreOption.sensorNames)
  var first: String

  @Argument(help: "The second profile.", completion: ProfileStoreOption.sensorNames)
  var second: String

  @OptionGroup var option: ProfileStoreOption

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let (one, other) = try ProfileStoreOption.checked {
      let store = option.store
      return (
        try CalibrationProfile(contentsOf: try store.find(first).url),
        try CalibrationProfile(contentsOf: try store.find(second).url)
      )
    }
    let comparison = ProfileComparison(one, other)
    let iron = comparison.hardIron / 1e-6
    if json {
      try StandardStreams.write(
        try JSONLineObject.data([
          "hard_iron": [iron.x, iron.y, iron.z], "soft_iron": comparison.softIron,
          "largest_heading_difference": comparison.largestHeading.degrees,
          "mean_heading_difference": comparison.meanHeading.degrees,
        ]))
      return
    }
    try StandardStreams.writeText(
      PrintfText.text(
        """
        hard iron    %+.2f %+.2f %+.2f µT
        soft iron    up to %.4f in an element
        heading      up to %.2f° when level, %.2f° on average
        """, iron.x, iron.y, iron.z, comparison.softIron, comparison.largestHeading.degrees,
        comparison.meanHeading.degrees))
  }
}

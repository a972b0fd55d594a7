import FoundationEssentials
package import HeadingEngine
import HeadingSensing

/// Share of a replay's rows with a heading, and the reasons of the others.
package struct ReplaySummary {
  private var rows = 0
  private var headings = 0
  private var reasons: Reasons = []

  /// Creates the summary of no rows.
  package init() {}

  /// Whether there are rows but none has a heading.
  package var isWithoutHeading: Bool { rows > 0 && headings == 0 }

  /// Counts a row.
  package mutating func note(_ solution: borrowing HeadingSolution) {
    rows += 1
    let missing = solution.magneticHeading.reasons
    if missing.isEmpty { headings += 1 } else { reasons.formUnion(missing) }
  }

  /// The summary in one line, with advice if no row has a heading.
  package var text: String {
    let why =
      reasons.isEmpty ? "" : "; without one: \(ReasonText.text(reasons.names))"
    let share = NumberText.fixed(100 * Double(headings) / Double(max(rows, 1)), 1)
    let help =
      isWithoutHeading ? reasons.advice.first.map { " (\($0))" } ?? "" : ""
    return "\(rows) rows, a heading in \(share) %\(why)\(help)"
  }
}

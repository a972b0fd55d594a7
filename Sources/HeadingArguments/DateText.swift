import Foundation
package import HeadingSensing

/// Parses dates and times of a command line.
package enum DateText {
  /// A time such as 2026-11-21T12:00:00Z, or noon UTC of a date; `nil` for anything else.
  package static func moment(_ text: String) -> UniversalTime? {
    if let noon = noon(text) { return noon }
    guard let date = try? Date(text, strategy: .iso8601) else { return nil }
    return UniversalTime(secondsSince1970: date.timeIntervalSince1970)
  }

  /// Accepted years.
  package static let years = 1000...3000

  /// Noon UTC of YYYY-MM-DD; `nil` for anything else and for invalid dates.
  package static func noon(_ text: String) -> UniversalTime? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ $0.allSatisfy(\.isNumber) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      years.contains(year)
    else { return nil }
    let midnight = UniversalTime(year: year, month: month, day: day)
    let read = midnight.components
    guard read.year == year, read.month == month, read.day == day else { return nil }
    return UniversalTime(secondsSince1970: midnight.secondsSince1970 + 43_200)
  }
}

import FoundationEssentials
package import HeadingSensing

/// Parses the dates and times of a command line.
package enum DateText {
  /// Accepted years.
  package static let years = 1000...3000

  /// Seconds from midnight to noon.
  private static let halfDay = 43_200.0

  /// Parses a time such as 2026-11-21T12:00:00Z, or a date, of which it returns noon UTC; `nil` for
  /// anything else.
  package static func moment(_ text: String) -> UniversalTime? {
    if let noon = noon(text) { return noon }
    guard let date = try? Date(text, strategy: .iso8601) else { return nil }
    return UniversalTime(secondsSince1970: date.timeIntervalSince1970)
  }

  /// Parses a date, YYYY-MM-DD, and returns its noon UTC; `nil` for anything else and for dates
  /// that do not exist.
  package static func noon(_ text: String) -> UniversalTime? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ $0.allSatisfy(\.isNumber) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      years.contains(year)
    else { return nil }
    let midnight = UniversalTime(year: year, month: month, day: day)
    // A date that does not exist, such as 30 February, becomes another one.
    let date = midnight.components
    guard date.year == year, date.month == month, date.day == day else { return nil }
    return UniversalTime(secondsSince1970: midnight.secondsSince1970 + halfDay)
  }
}

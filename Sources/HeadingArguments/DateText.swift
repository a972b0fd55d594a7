package import HeadingSensing

/// A day as people type it.
package enum DateText {
  /// Noon UTC of YYYY-MM-DD; `nil` for anything else and for days that no calendar has.
  package static func noon(_ text: String) -> UniversalTime? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ $0.allSatisfy(\.isNumber) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1900...2200).contains(year)
    else { return nil }
    let midnight = UniversalTime(year: year, month: month, day: day)
    let read = midnight.components
    guard read.year == year, read.month == month, read.day == day else { return nil }
    return UniversalTime(secondsSince1970: midnight.secondsSince1970 + 43_200)
  }
}

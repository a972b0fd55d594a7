/// A time in UTC: seconds since 1970-01-01T00:00:00Z, without leap seconds.
public struct UniversalTime: Sendable, Hashable {
  /// Seconds since 1970-01-01T00:00:00Z; a Double resolves 0.3 µs in this century.
  public var secondsSince1970: Double

  /// Creates a time from Unix seconds.
  @inlinable
  public init(secondsSince1970: Double) { self.secondsSince1970 = secondsSince1970 }

  /// The decimal year of the Gregorian calendar: year + (time since its start) / (its length).
  ///
  /// The time argument of magnetic models; NaN for NaN.
  public var decimalYear: Double {
    guard abs(secondsSince1970) < 1e13 else { return .nan }
    let days = (secondsSince1970 / 86400).rounded(.down)
    let (year, _, _) = Self.date(daysSince1970: Int(days))
    let start = Double(Self.daysSince1970(year: year, month: 1, day: 1)) * 86400
    let end = Double(Self.daysSince1970(year: year + 1, month: 1, day: 1)) * 86400
    return Double(year) + (secondsSince1970 - start) / (end - start)
  }

  /// Creates a time from a date of the Gregorian calendar at 00:00 UTC.
  ///
  /// Months and days outside their range carry over (month 13 is January of the next year).
  public init(year: Int, month: Int, day: Int) {
    secondsSince1970 = Double(Self.daysSince1970(year: year, month: month, day: day)) * 86400
  }

  /// The date and time of day in UTC.
  public var components: (year: Int, month: Int, day: Int, secondOfDay: Double) {
    guard abs(secondsSince1970) < 1e13 else { return (0, 0, 0, .nan) }
    let days = (secondsSince1970 / 86400).rounded(.down)
    let (year, month, day) = Self.date(daysSince1970: Int(days))
    return (year, month, day, secondsSince1970 - days * 86400)
  }

  // Days to civil date and back on the proleptic Gregorian calendar, counting years from 1 March
  // so that the leap day ends a year, in eras of 400 years (146,097 days).
  static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let carried = year * 12 + (month - 1)
    let monthIndex = carried - 12 * Self.floorDivide(carried, by: 12)
    let marchYear = Self.floorDivide(carried, by: 12) - (monthIndex < 2 ? 1 : 0)
    let era = floorDivide(marchYear, by: 400)
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * ((monthIndex + 10) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  private static func floorDivide(_ value: Int, by divisor: Int) -> Int {
    value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
  }
}

extension UniversalTime: Comparable {
  /// Earlier comes first.
  @inlinable
  public static func < (left: UniversalTime, right: UniversalTime) -> Bool {
    left.secondsSince1970 < right.secondsSince1970
  }
}

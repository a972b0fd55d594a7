package import HeadingEngine
package import HeadingProtocol
import HeadingSensing

/// The history of a recording, as replayed with one calibration.
///
/// It has at most ``longest`` rows. When there are more, every second one is left out and the interval
/// doubles, so that memory is bounded whatever the recording's length; reasons of rows that are left out
/// are kept in the row before them.
package struct RecordedHistory: Sendable {
  /// Largest numbers of rows and of events.
  private static let longest = 3600
  private static let mostEvents = 500

  /// What the series is called, such as the calibration's file.
  package let name: String

  /// Seconds between two rows.
  package private(set) var interval = 0.1

  package private(set) var rows: [HistoryRow] = []
  private var events: [String] = []
  private var status: SolutionStatus?

  /// Whether a part of it is simulated.
  package private(set) var isSimulated = false

  /// The first known time of day, RFC 3339.
  package private(set) var begin: String?

  /// Number of updates left out because their time is before that of a row.
  package private(set) var setBackCount = 0

  package init(name: String) { self.name = name }

  /// Takes the next update.
  package mutating func append(_ update: SolutionMessage, solution: HeadingSolution) {
    note(update)
    isSimulated = isSimulated || update.simulated
    if begin == nil { begin = update.time }
    let time = update.bootTime
    guard let last = rows.last?[.bootTime] else {
      rows.append(HistoryRow(update, solution: solution))
      return
    }
    guard time >= last else {
      setBackCount += 1
      return
    }
    // Times are rounded to 10 ms in a row.
    guard time >= last + interval - 0.005 else { return rows[rows.count - 1].add(update.reasons) }
    rows.append(HistoryRow(update, solution: solution))
    if rows.count > Self.longest { thin() }
  }

  /// Notes the beginning, and changes of the status.
  private mutating func note(_ update: SolutionMessage) {
    guard update.status != status, events.count < Self.mostEvents else { return }
    let reasons = update.reasons.isEmpty ? "" : ": " + update.reasons.joined(separator: ", ")
    events.append(
      HistoryText.event(
        bootTime: update.bootTime, time: update.time, update.status.name + reasons))
    status = update.status
  }

  private mutating func thin() {
    interval *= 2
    var kept: [HistoryRow] = []
    for row in rows {
      if let last = kept.last?[.bootTime], let time = row[.bootTime],
        time < last + interval - 0.005
      {
        kept[kept.count - 1].add(row.reasons)
      } else {
        kept.append(row)
      }
    }
    rows = kept
  }

  var text: HistoryText.Series {
    HistoryText.Series(
      name: (isSimulated ? "SIMULATED " : "") + name, interval: interval, rows: rows.map(\.json),
      events: events)
  }
}

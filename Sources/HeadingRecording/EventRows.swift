import HeadingReplay
import HeadingSensing

/// Merges sensor events into table rows: one row per time, in order of time.
///
/// Events arrive out of order: sensors are read in turn, and fixes are late. Rows wait for the
/// longest delay; later samples are discarded.
struct EventRows: Sendable {
  /// Longest delay of an event behind newer ones, s: receivers have up to 1.2 s.
  private static let longestDelay = 2.0

  /// Largest number of waiting rows.
  private static let mostWaiting = 1 << 16

  /// Waiting rows in order of arrival.
  private var waiting: [RecordingRow] = []

  /// Completed rows in order of time, from `index` on.
  private var ready: [RecordingRow] = []
  private var index = 0

  private var newest = BootTime(nanoseconds: .min)
  private var last = BootTime(nanoseconds: .min)
  private var clock: ClockRelation?
  private var isSimulated = false

  /// A table has one temperature: that of the first sensor that reported one.
  private var thermometer: SensorKind?

  /// Processes an event; a table contains only samples, fixes and clock relations.
  mutating func add(_ event: SensorEvent) {
    var row = RecordingRow(time: event.time)
    switch event {
    case .magneticField(let sample): row.magneticField = sample.value
    case .acceleration(let sample): row.acceleration = sample.value
    case .angularRate(let sample): row.angularRate = sample.value
    case .pressure(let sample): row.pressure = sample.value
    case .load(let sample): row.load = sample.value
    case .fix(let fix): row.fix = fix
    case .waterSpeed(let sample): row.waterSpeed = sample.value
    case .temperature(let sample, of: let kind):
      thermometer = thermometer ?? kind
      guard kind == thermometer else { return }
      row.temperature = sample.value
    case .clock(let relation):
      clock = relation.trust == .none ? nil : relation
      return
    case .simulated(_, let isOn):
      isSimulated = isOn
      return
    case .heading, .quantity, .status, .tick, .calibration, .settings, .restoredState: return
    }
    guard row.time >= last else { return }
    row.universalTime = clock?.universalTime(at: row.time)
    row.isSimulated = isSimulated
    waiting.append(row)
    newest = max(newest, row.time)
    // Rows wait twice as long as necessary, so that sorting is rare.
    if let first = waiting.first, newest.seconds(since: first.time) > 2 * Self.longestDelay {
      release(until: Self.longestDelay)
    } else if waiting.count >= Self.mostWaiting {
      end()
    }
  }

  /// The next completed row; `nil` if there is none yet.
  mutating func next() -> RecordingRow? {
    guard index < ready.count else { return nil }
    index += 1
    return ready[index - 1]
  }

  /// Completes all waiting rows, at the end of the events.
  mutating func end() { release(until: -.infinity) }

  /// Completes the rows that are older than the newest by a delay, s.
  private mutating func release(until delay: Double) {
    ready.removeFirst(index)
    index = 0
    waiting.sort { $0.time < $1.time }
    let end =
      waiting.firstIndex { newest.seconds(since: $0.time) < delay } ?? waiting.endIndex
    for row in waiting[..<end] {
      if let before = ready.last, before.time == row.time, let both = before.merged(with: row) {
        ready[ready.count - 1] = both
      } else {
        ready.append(row)
      }
    }
    if let row = ready.last { last = row.time }
    waiting.removeFirst(end)
  }
}

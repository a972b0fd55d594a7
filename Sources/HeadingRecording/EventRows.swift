import HeadingSensing

/// Rows of a table made of sensors' events: what was measured at one moment is one row, and times only grow.
///
/// Sensors are read one after another, and a receiver tells where it was a while ago. So rows wait until what is
/// older can no longer come; a sample that comes later still is left out.
struct EventRows: Sendable {
  /// How much later than newer ones, s, an event may come: receivers take up to 1.2 s.
  private static let longestDelay = 2.0

  /// More than this never waits, whatever the times say.
  private static let mostWaiting = 1 << 16

  /// What waits, as it came.
  private var waiting: [RecordingRow] = []

  /// What can go, in the order of times, from `index` on.
  private var ready: [RecordingRow] = []
  private var index = 0

  private var newest = BootTime(nanoseconds: .min)
  private var last = BootTime(nanoseconds: .min)
  private var clock: ClockRelation?
  private var isSimulated = false

  /// A table has one thermometer: the one that spoke first.
  private var thermometer: SensorKind?

  /// Takes an event; what is no sample, fix or clock has no place in a table.
  mutating func add(_ event: SensorEvent) {
    var row = RecordingRow(time: event.time)
    switch event {
    case .magneticField(let sample): row.magneticField = sample.value
    case .acceleration(let sample): row.acceleration = sample.value
    case .angularRate(let sample): row.angularRate = sample.value
    case .pressure(let sample): row.pressure = sample.value
    case .load(let sample): row.load = sample.value
    case .fix(let fix): row.fix = fix
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
    case .heading, .status, .tick, .calibration, .settings, .restoredState: return
    }
    guard row.time >= last else { return }
    row.universalTime = clock?.universalTime(at: row.time)
    row.isSimulated = isSimulated
    waiting.append(row)
    newest = max(newest, row.time)
    // Twice as long as they must, so that they are sorted seldom.
    if let first = waiting.first, newest.seconds(since: first.time) > 2 * Self.longestDelay {
      release(until: Self.longestDelay)
    } else if waiting.count >= Self.mostWaiting {
      end()
    }
  }

  /// The next row that can go; `nil` if there is none yet.
  mutating func next() -> RecordingRow? {
    guard index < ready.count else { return nil }
    index += 1
    return ready[index - 1]
  }

  /// Lets go all that waits: nothing more comes.
  mutating func end() { release(until: -.infinity) }

  /// Lets go what is older than so long before the newest.
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

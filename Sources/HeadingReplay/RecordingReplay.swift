public import HeadingEngine
import HeadingEstimation
import HeadingSensing

/// Replays a recording's rows through the engine: one solution per row.
public struct RecordingReplay<Rows: RecordingRowSource>: ~Copyable {
  /// The source of the rows, such as a reader with its row counts.
  public private(set) var rows: Rows

  private var engine: HeadingEngine
  private let options: ReplayOptions
  private var isStarted = false

  /// Whether a row so far is simulated; with smoothing, any row of the recording.
  private var isSimulated = false
  private var clock: ClockRelation?
  private var smoothed: [SmoothedOrientation]?
  private var index = 0
  private var timeline = RecordingTimeline()
  private var ahead: RecordingRow?
  private var previous: RecordingRow?
  private var heldFix: Fix?
  private var heldPressure: ScalarSample?

  /// Age, s, above which a repeated value counts as new: phones' receivers and barometers update
  /// once a second.
  private static var longestHold: Double { 1.5 }
  private static var longestPressureHold: Double { 0.25 }

  /// Creates a replay.
  public init(
    _ rows: Rows, engine: consuming HeadingEngine = HeadingEngine(),
    options: ReplayOptions = ReplayOptions()
  ) {
    self.rows = rows
    self.engine = engine
    self.options = options
  }

  /// The solution of the next row; `nil` at the end.
  ///
  /// With smoothing the first call processes the whole recording and needs about 0.4 kB per row.
  public mutating func next() -> HeadingSolution? {
    if options.isSmoothed, smoothed == nil { smoothed = smooth() }
    guard let time = absorbRow() else { return nil }
    guard let smoothed, index < smoothed.count else { return engine.solution(at: time) }
    index += 1
    return engine.solution(at: time, smoothed: smoothed[index - 1])
  }

  /// Runs a second replay to its end, before the first row, and smooths its estimator input.
  private mutating func smooth() -> [SmoothedOrientation] {
    var copy = RecordingReplay(rows, engine: engine.restarted(), options: options)
    var smoother = OrientationSmoother(
      parameters: HeadingEngine.orientationParameters(
        for: options.calibration ?? CalibrationParameters()))
    copy.engine.row = OrientationRow(time: BootTime(nanoseconds: 0))
    while let time = copy.absorbRow() {
      copy.engine.row?.time = time
      copy.engine.completeRow()
      if let row = copy.engine.row { smoother.append(row) }
      copy.engine.row = OrientationRow(time: time)
    }
    isSimulated = copy.isSimulated
    return smoother.smoothed()
  }

  /// Number of backward steps of the recording's clock, which are corrected, see
  /// `RecordingTimeline`.
  public var setBackCount: Int { timeline.setBackCount }

  /// Processes the next row; its time, or `nil` at the end.
  private mutating func absorbRow() -> BootTime? {
    guard var row = ahead ?? rows.next() else { return nil }
    ahead = rows.next()
    let time = timeline.time(
      of: row.time, before: ahead?.time, isContinuous: previous.map(row.continues) ?? false)
    previous = row
    row.time = time
    row.fix?.time = time
    if row.isSimulated { isSimulated = true }
    if isSimulated, !engine.isSimulated { engine.absorb(.simulated(time, true)) }
    if !isStarted { start(at: time) }
    setClock(from: row)
    if let fix = row.fix, isNew(fix) { engine.absorb(.fix(fix)) }
    if let load = row.load { engine.absorb(.load(ScalarSample(time: time, value: load))) }
    if let speed = row.waterSpeed {
      engine.absorb(.waterSpeed(WaterSpeedSample(time: time, value: speed)))
    }
    if let rate = row.angularRate {
      engine.absorb(.angularRate(VectorSample(time: time, value: rate)))
    }
    if let acceleration = row.acceleration {
      engine.absorb(.acceleration(VectorSample(time: time, value: acceleration)))
    }
    if let field = row.magneticField {
      engine.absorb(.magneticField(VectorSample(time: time, value: field)))
    }
    if let temperature = row.temperature {
      // A recording has one temperature, taken for all sensors.
      let sample = ScalarSample(time: time, value: temperature)
      engine.absorb(.temperature(sample, of: .gyroscope))
      engine.absorb(.temperature(sample, of: .magnetometer))
    }
    if let pressure = row.pressure, isNew(pressure, at: time) {
      engine.absorb(.pressure(ScalarSample(time: time, value: pressure)))
    }
    return time
  }

  /// Whether a fix differs from the previous one, which tables repeat in each row.
  ///
  /// After ``longestHold`` an equal fix counts as new, as a stalled receiver reports it.
  private mutating func isNew(_ fix: Fix) -> Bool {
    if var last = heldFix {
      let elapsed = fix.time.seconds(since: last.time)
      last.time = fix.time
      last.universalTime = fix.universalTime
      if last == fix, elapsed >= 0, elapsed < Self.longestHold { return false }
    }
    heldFix = fix
    return true
  }

  /// The same for a pressure.
  private mutating func isNew(_ pressure: Double, at time: BootTime) -> Bool {
    if let last = heldPressure, last.value == pressure {
      let elapsed = time.seconds(since: last.time)
      if elapsed >= 0, elapsed < Self.longestPressureHold { return false }
    }
    heldPressure = ScalarSample(time: time, value: pressure)
    return true
  }

  private mutating func start(at time: BootTime) {
    isStarted = true
    engine.absorb(.settings(time, options.settings))
    engine.absorb(.calibration(time, options.calibration ?? CalibrationParameters()))
    if let date = options.date {
      engine.absorb(
        .clock(ClockRelation(bootTime: time, universalTime: date, trust: .given)))
    }
  }

  /// Sets the engine's clock from the recording's UTC at the beginning and after steps.
  private mutating func setClock(from row: RecordingRow) {
    guard let universalTime = row.universalTime else { return }
    if let clock,
      abs(
        clock.universalTime(at: row.time).secondsSince1970 - universalTime.secondsSince1970)
        < 0.5
    {
      return
    }
    let relation = ClockRelation(
      bootTime: row.time, universalTime: universalTime, trust: .given)
    clock = relation
    engine.absorb(.clock(relation))
  }
}

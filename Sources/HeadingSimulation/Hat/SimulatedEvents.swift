import HeadingGeometry
public import HeadingSensing

/// Lazy sequence of the events of a simulated board, ordered by time.
///
/// It begins with the clock relation, the status of every sensor and, if requested, the board's
/// exact calibration. Of two sensors of a kind only the first is delivered.
public struct SimulatedEvents: Sequence, IteratorProtocol, Sendable {
  /// The source of a schedule's events.
  private enum Stream: Sendable {
    case sensor(SimulatedSensor)
    case fix
    case tick
  }

  /// When the next event of a stream is due.
  private struct Schedule: Sendable {
    var stream: Stream
    /// Events per second.
    var rate: Double
    /// Number of the next event; 0 is at time 0.
    var next: Int
    /// Time of the next event, s.
    var time: Double { Double(next) / rate }
  }

  /// Rate of the ticks, by which silent sensors are detected, Hz.
  private static let tickRate = 10.0

  private let hat: SimulatedHat
  private let start: BootTime
  private let end: Double

  /// Remaining events of the beginning, last first, so that the next one is removed at the end.
  private var opening: [SensorEvent]

  private var schedules: [Schedule] = []

  /// Creates the events from time 0 to `end`, exclusive.
  ///
  /// - Parameters:
  ///   - hat: The simulated board.
  ///   - end: Time since the start, s; infinity for no end.
  ///   - start: The boottime of time 0.
  ///   - trust: Trust in the UTC of the clock relation.
  ///   - calibrated: Whether the board's exact calibration is delivered.
  ///   - fixes: Rate of the fixes, Hz; 0 for none (the status then reports a missing receiver).
  public init(
    of hat: SimulatedHat, until end: Double, startingAt start: BootTime = BootTime(nanoseconds: 0),
    trust: ClockRelation.Trust = .synchronized, calibrated: Bool = true, fixes: Double = 1
  ) {
    self.hat = hat
    self.start = start
    self.end = end
    opening = [
      .clock(ClockRelation(bootTime: start, universalTime: hat.startTime, trust: trust))
    ]
    if calibrated { opening.append(.calibration(start, hat.calibration)) }
    var scheduled: Set<SimulatedQuantity> = []
    var present: Set<SensorKind> = []
    for sensor in hat.sensors where scheduled.insert(sensor.quantity).inserted {
      schedules.append(Schedule(stream: .sensor(sensor), rate: sensor.rate, next: 0))
      if let kind = sensor.quantity.sensor { present.insert(kind) }
    }
    if fixes > 0 {
      present.insert(.gnss)
      schedules.append(Schedule(stream: .fix, rate: fixes, next: 0))
    }
    schedules.append(Schedule(stream: .tick, rate: Self.tickRate, next: 1))
    for kind in SensorKind.allCases where kind != .compass {
      let state: SensorStatus.State = present.contains(kind) ? .present : .absent
      opening.append(.status(SensorStatus(time: start, sensor: kind, state: state)))
    }
    opening.reverse()
  }

  /// The next event; `nil` at the end.
  public mutating func next() -> SensorEvent? {
    if let event = opening.popLast() { return event }
    guard let due = schedules.indices.min(by: { schedules[$0].time < schedules[$1].time }) else {
      return nil
    }
    let schedule = schedules[due]
    guard schedule.time < end else { return nil }
    schedules[due].next += 1
    return event(of: schedule.stream, at: schedule.time)
  }

  private func event(of stream: Stream, at time: Double) -> SensorEvent {
    let moment = start.advanced(bySeconds: time)
    switch stream {
    case .sensor(let sensor): return hat.event(of: sensor, at: time, moment: moment)
    case .fix: return .fix(hat.fix(at: time, moment: moment))
    case .tick: return .tick(moment)
    }
  }
}

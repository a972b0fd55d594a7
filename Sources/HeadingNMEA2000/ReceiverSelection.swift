import HeadingClock
import HeadingGeometry
import HeadingSensing

/// The receiver whose positions are used, and the fixes that are made of its messages.
///
/// A receiver sends its position alone ten times a second, with all that it knows once a second, and
/// the motion four times a second. Where it sends the first, the second gives the accuracy and the
/// altitude; a motion and an altitude are part of one fix, because one that is repeated would count
/// twice.
struct ReceiverSelection: Sendable {
  /// Time without a position after which the receiver is silent, s.
  private static let silence = 3.0

  /// Oldest motion of a fix, s.
  private static let motionAge = 0.3

  /// Time after a motion in which the next one is not due yet, s.
  private static let motionPeriod = 0.2

  /// Longest time for which a fix waits for the motion of its moment, s.
  private static let patience = 0.1

  /// Below walking speed a receiver's course is noise, m/s.
  private static let slowestCourse = 0.5

  /// The choice among receivers.
  var choice = SenderChoice()

  private var state: SensorStatus.State?
  private var lastFix: BootTime?
  private var clock = ReceiverClock()
  private var isSimulated = false

  /// A fix that waits for the motion, and whether it is of a simulator.
  private var waiting: (fix: Fix, isSimulated: Bool)?

  /// Takes a position without further values.
  mutating func take(
    _ coordinate: Coordinate?, _ source: UInt8, _ sender: inout NMEA2000Sender, at now: BootTime,
    isOpen: Bool
  ) -> [SensorEvent] {
    let known = sender.state(at: now)
    guard let coordinate, known?.isUsable ?? true else {
      return lose(source, at: now)
    }
    sender.lastPosition = now
    guard choice.admits(source, at: now, isOpen: isOpen) else { return [] }
    var fix = Fix(time: now, coordinate: coordinate)
    fix.horizontalAccuracy = known?.horizontalAccuracy
    return take(fix, isSimulated: known?.method == .simulated, &sender, at: now)
  }

  /// Takes a position with all that the receiver knows.
  mutating func take(
    _ report: ReceiverFix, _ source: UInt8, _ sender: inout NMEA2000Sender, at now: BootTime,
    isOpen: Bool
  ) -> [SensorEvent] {
    guard report.isUsable, let coordinate = report.coordinate else {
      return lose(source, at: now)
    }
    guard choice.admits(source, at: now, isOpen: isOpen) else { return [] }
    var events: [SensorEvent] = []
    if let time = report.universalTime, report.method != .simulated,
      let relation = clock.relation(time, arrivedAt: now)
    {
      events.append(.clock(relation))
    }
    var fix = Fix(time: now, coordinate: coordinate)
    fix.universalTime = report.universalTime
    fix.horizontalAccuracy = report.horizontalAccuracy
    if let altitude = report.ellipsoidalAltitude {
      fix.ellipsoidalAltitude = altitude
      fix.altitude = report.geoidSeparation.map { altitude - $0 }
      fix.verticalAccuracy = report.verticalAccuracy
    }
    if let last = sender.lastPosition, now.seconds(since: last) <= SenderChoice.silence {
      // The next position without further values takes what this one has.
      sender.height = fix
      return events
    }
    return events
      + take(fix, isSimulated: report.method == .simulated, &sender, at: now)
  }

  private mutating func take(
    _ fix: Fix, isSimulated: Bool, _ sender: inout NMEA2000Sender, at now: BootTime
  ) -> [SensorEvent] {
    var fix = fix
    let events = giveWaiting()
    add(&sender, to: &fix, at: now)
    if fix.speed == nil, let last = sender.lastMotion,
      case let age = now.seconds(since: last), age > Self.motionPeriod, age <= SenderChoice.silence
    {
      waiting = (fix, isSimulated)
      return events
    }
    return events + give(fix, isSimulated: isSimulated)
  }

  /// Gives the waiting fix with the motion that has come.
  mutating func completed(
    by source: UInt8, _ sender: inout NMEA2000Sender, at now: BootTime
  ) -> [SensorEvent] {
    guard choice.current == source, waiting != nil else { return [] }
    if var fix = waiting?.fix {
      add(&sender, to: &fix, at: now)
      waiting?.fix = fix
    }
    return giveWaiting()
  }

  /// What is due at a time: the fix whose motion has not come, the state of a silent receiver.
  mutating func check(at now: BootTime) -> [SensorEvent] {
    var events: [SensorEvent] = []
    if let fix = waiting?.fix, now.seconds(since: fix.time) > Self.patience {
      events = giveWaiting()
    }
    if state == .present, let lastFix, now.seconds(since: lastFix) > Self.silence {
      events += change(.silent, at: now)
    }
    return events
  }

  private mutating func giveWaiting() -> [SensorEvent] {
    guard let (fix, isSimulated) = waiting else { return [] }
    waiting = nil
    return give(fix, isSimulated: isSimulated)
  }

  private mutating func give(_ fix: Fix, isSimulated: Bool) -> [SensorEvent] {
    lastFix = fix.time
    var events = change(.present, at: fix.time)
    if isSimulated, !self.isSimulated {
      self.isSimulated = true
      events.append(.simulated(fix.time, true))
    }
    return events + [.fix(fix)]
  }

  /// A receiver has no position.
  private mutating func lose(_ source: UInt8, at now: BootTime) -> [SensorEvent] {
    guard choice.current == nil || choice.current == source else { return [] }
    choice.forget(source)
    waiting = nil
    return change(.failed, at: now)
  }

  private mutating func change(_ new: SensorStatus.State, at now: BootTime) -> [SensorEvent] {
    guard state != new else { return [] }
    state = new
    return [.status(SensorStatus(time: now, sensor: .gnss, state: new))]
  }

  /// Adds the motion and the height that the receiver has sent and no fix has had.
  private func add(_ sender: inout NMEA2000Sender, to fix: inout Fix, at now: BootTime) {
    if let height = sender.height, fix.altitude == nil, fix.ellipsoidalAltitude == nil {
      fix.universalTime = fix.universalTime ?? height.universalTime
      fix.altitude = height.altitude
      fix.ellipsoidalAltitude = height.ellipsoidalAltitude
      fix.verticalAccuracy = height.verticalAccuracy
    }
    sender.height = nil
    guard let motion = sender.motion else { return }
    sender.motion = nil
    guard now.seconds(since: motion.time) <= Self.motionAge, let speed = motion.speed else {
      return
    }
    fix.speed = speed
    if let course = motion.course, speed > Self.slowestCourse {
      fix.course = Heading(Angle(radians: course))
    }
  }
}

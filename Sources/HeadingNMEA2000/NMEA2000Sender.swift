import HeadingSensing

/// What is known of the device at an address.
struct NMEA2000Sender: Sendable {
  /// Its NAME; `nil` if it has not said it.
  var name: NMEA2000Name?

  /// Whether it is an output of this machine.
  var isOwn = false

  /// When it was heard first.
  let firstHeard: BootTime

  /// Whether it was asked for its NAME.
  var isAsked = false

  /// Whether it has sent a magnetic heading: its true ones may be made of it.
  var isMagnetic = false

  var fastPackets = FastPacketAssembler()

  /// Its last message with all that a receiver knows.
  var fix: (value: ReceiverFix, time: BootTime)?

  /// When its last position without further values came.
  var lastPosition: BootTime?

  /// The altitude and the time of its last full message, which no fix has had yet.
  var height: Fix?

  /// When its last motion came.
  var lastMotion: BootTime?

  /// Its course (rad) and speed, which no fix has had yet.
  var motion: (course: Double?, speed: Double?, time: BootTime)?

  /// How many messages more are used, by group.
  private var budgets: [NMEA2000Report.Group: (messages: Double, time: BootTime)] = [:]

  init(at time: BootTime) { firstHeard = time }

  /// What the receiver's last full message says of the positions of now; `nil` without one.
  func state(at now: BootTime) -> ReceiverFix? {
    guard let fix, now.seconds(since: fix.time) <= Self.fixAge else { return nil }
    return fix.value
  }

  /// Whether another message of a group is used: no device sends more than 20 a second, and a busy
  /// machine reads those of a second at once.
  mutating func admits(_ group: NMEA2000Report.Group, at now: BootTime) -> Bool {
    let last = budgets[group] ?? (Self.budget, now)
    let left = min(last.messages + Self.budget * now.seconds(since: last.time), Self.budget)
    budgets[group] = (left < 1 ? left : left - 1, now)
    return left >= 1
  }

  /// Messages of a group in a second that are used.
  private static let budget = 25.0

  /// Time for which a full message, which comes every second, holds, s.
  private static let fixAge = 3.0
}

// Holds a heading, and prints `SPEED TURNRATE` for a motor driver; docs/controller.md has the law.

import Glibc
import HeadingClient
import Synchronization

let help = """
  HeadingHold SETPOINT [magnetic|true] [ADDRESS]

  SETPOINT is in degrees clockwise from north, magnetic unless `true` follows. Prints 50 lines a
  second for a motor driver: SPEED, 0 to 1 of full speed, and TURNRATE, degrees a second clockwise.
  `0 0` is to be obeyed at once, and the driver itself stops when no line comes for 0.1 s.
  """

/// The kernel's boottime clock, seconds: that of ``HeadingUpdate/bootTime``.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_BOOTTIME, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

func limited(_ value: Double, _ most: Double) -> Double { max(-most, min(most, value)) }

/// A message for people, on standard error.
func say(_ text: String) {
  let line = Array((text + "\n").utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

/// Writes a line; ends where nobody drives the motors.
func order(_ speed: Double, _ turn: Double) {
  print(speed, (turn * 1000).rounded() / 1000)
  if fflush(nil) != 0 { exit(1) }
}

/// The newest update, and whether the robot may drive by it.
final class Newest: Sendable {
  /// Largest age of a heading's sample, seconds: the daemon's default of `robot.deadline`.
  static let deadline = 0.25
  private let value = Mutex<(update: HeadingUpdate, arrival: Double)?>(nil)

  /// Reads the daemon for ever; connects again when it is lost.
  func read(from address: ServerAddress) async {
    var problem = ""
    while true {
      do {
        let client = try await HeadingClient.connect(to: address)
        for try await update in client.updates(timeout: .seconds(1)) {
          value.withLock { $0 = (update, now()) }
        }
      } catch {
        if "\(error)" != problem { say("\(error)") }
        problem = "\(error)"
      }
      value.withLock { $0 = nil }
      try? await Task.sleep(for: .milliseconds(200))
    }
  }

  /// The update by which the robot may drive now, or `nil`.
  ///
  /// The deadline is kept here, so that it holds also if the daemon hangs or is gone.
  func usable(isLocal: Bool) -> HeadingUpdate? {
    guard let (update, arrival) = value.withLock({ $0 }) else { return nil }
    let waited = now() - arrival
    // Over a network the daemon has another clock.
    let age = max(waited + max(0, update.latency), isLocal ? now() - update.bootTime : 0)
    guard age <= Self.deadline else { return nil }
    switch update.steer {
    case .ok, .degraded: return update
    case .coast(let secondsLeft): return secondsLeft - waited > 0 ? update : nil
    case .stop: return nil
    }
  }
}

/// The measured turn about the vertical, °/s clockwise; the attitude says which way is up in the
/// body.
func turnRate(_ update: HeadingUpdate) -> Double? {
  guard let q = update.attitude.value, let rate = update.rotationRate.value else { return nil }
  let x = 2 * (q.x * q.z - q.w * q.y)
  let y = 2 * (q.y * q.z + q.w * q.x)
  let z = 1 - 2 * (q.x * q.x + q.y * q.y)
  return -(x * rate.x + y * rate.y + z * rate.z)
}

let period = 0.02  // s
let gain = 1.2  // °/s of turn for each degree of error
let damping = 4.0  // °/s² of change for each °/s between the wanted and the measured turn
let mostTurn = 45.0  // °/s
let mostChange = 90.0  // °/s²

let arguments = CommandLine.arguments.dropFirst()
let north = arguments.dropFirst().first ?? "magnetic"
let address = arguments.count > 2 ? arguments.last.flatMap { ServerAddress($0) } : .default
if ["--help", "-h"].contains(arguments.first) {
  print(help)
  exit(0)
}
guard let setpoint = arguments.first.flatMap(Double.init), setpoint.isFinite, let address,
  ["magnetic", "true"].contains(north), arguments.count < 4
else {
  say(help)
  exit(64)
}

let isLocal = if case .socket = address { true } else { false }
let newest = Newest()
Task.detached { await newest.read(from: address) }
var turn = 0.0
var tick = ContinuousClock.now
while true {
  let update = newest.usable(isLocal: isLocal)
  let heading = north == "true" ? update?.trueHeading.value : update?.magneticHeading.value
  if let update, let heading, let rate = turnRate(update) {
    // Where the source of the heading changes, the error jumps: the turn follows by mostChange only.
    let error = (setpoint - heading.degrees).remainder(dividingBy: 360)
    let wanted = limited(gain * error, mostTurn)
    turn += period * limited(damping * (wanted - rate), mostChange)
    turn = limited(turn, mostTurn)
    order(update.steer == .ok ? 1 : 0.5, turn)
  } else {
    turn = 0
    order(0, 0)
  }
  // A loop that was held up leaves out what it missed.
  tick = max(tick + .seconds(period), .now)
  try await Task.sleep(until: tick, clock: .continuous)
}

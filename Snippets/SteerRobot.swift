// Turns a robot towards a heading, only while the daemon allows it.

import HeadingClient

/// The heading to steer, degrees from true north.
let target = 90.0

/// Replace it by the motors: turn −1 (left) to 1 (right), speed 0 to 1.
func drive(turn: Double, speed: Double) { print("turn", turn, "speed", speed) }

/// Replace it by the brake.
func stop(_ reason: String) { print("stop:", reason) }

do {
  let client = try await HeadingClient.connect(to: .default)
  // The daemon keeps ten updates a second. Two periods without a word: it is lost.
  for try await update in client.updates(timeout: .milliseconds(200)).prefix(200) {
    guard let heading = update.trueHeading.value else {
      stop("no heading: \(update.trueHeading.reasons)")
      continue
    }
    let error = (target - heading.degrees + 540).truncatingRemainder(dividingBy: 360) - 180
    let turn = max(-1, min(1, error / 45))
    switch update.steer {
    case .ok: drive(turn: turn, speed: 1)
    case .degraded: drive(turn: turn, speed: 0.5)
    case .coast(let secondsLeft): drive(turn: turn, speed: secondsLeft > 2 ? 0.5 : 0.1)
    case .stop: stop("\(update.reasons)")
    }
  }
  stop("the example ends")
} catch {
  stop("\(error)")
}

import HeadingGeometry
import RealModule

extension VehiclePath {
  /// 3 m/s through the water, 0.6 m/s of current; waves of 5 to 8 s cause 12° of roll.
  func boat(_ time: Double) -> VehiclePose {
    let ready = ease(time, from: 3, to: 15)
    let mean =
      pick(0, 0, 6.28)
      + ready * (1.5 * wave(time, period: 83, phase: 1) + 0.8 * wave(time, period: 47, phase: 2))
    let yaw = 0.07 * wave(time, period: 6.3, phase: 3) + 0.03 * wave(time, period: 4.1, phase: 4)
    let speed = 3 * ready + 0.3 * wave(time, period: 6.3, phase: 5)
    let current = velocity(speed: 0.6, course: pick(6, 0, 6.28))
    // Sway by the wave that causes the yaw.
    let sway = velocity(
      speed: 0.25 * wave(time, period: 6.3, phase: 7), course: mean + .pi / 2)
    return VehiclePose(
      angles: AttitudeAngles(
        heading: Angle(radians: mean + yaw),
        pitch: Angle(
          radians: 0.07 * wave(time, period: 5.1, phase: 8)
            + 0.02 * wave(time, period: 3.3, phase: 9)),
        roll: Angle(
          radians: 0.16 * wave(time, period: 5.7, phase: 10)
            + 0.06 * wave(time, period: 7.9, phase: 11))),
      velocity: velocity(speed: speed, course: mean) + current + sway
        + Vector3(0, 0, 0.45 * wave(time, period: 6.3, phase: 12)))
  }

  /// 25 m/s through the air; 40 s of circles, 30 s straight; 6 m/s of wind; climbs in the circles.
  func glider(_ time: Double) -> VehiclePose {
    let speed = 25.0
    let period = 70.0
    let cycles = (time / period).rounded(.down)
    let phase = time - cycles * period
    let direction = pick(0, 0, 1) < 0.5 ? -1.0 : 1.0
    let top = direction * 0.27
    // The turn rate eases in over 15…19 s and out over 55…59 s; its integral is the heading.
    let turned = top * (integral(phase, from: 15, to: 19) - integral(phase, from: 55, to: 59))
    let heading = pick(1, 0, 6.28) + cycles * top * 40 + turned
    let share = ease(phase, from: 15, to: 19) - ease(phase, from: 55, to: 59)
    // Bank angle of a coordinated turn.
    let bank = Double.atan2(y: speed * top * share, x: PhysicalConstants.standardGravity)
    let climb = -0.7 + 2.7 * share + 0.3 * wave(time, period: 11, phase: 3)
    let wind = velocity(speed: 6, course: pick(2, 0, 6.28))
    return VehiclePose(
      angles: AttitudeAngles(
        heading: Angle(radians: heading),
        pitch: Angle(radians: 0.03 + climb / speed + 0.01 * wave(time, period: 3.7, phase: 4)),
        roll: Angle(radians: bank + 0.02 * wave(time, period: 2.9, phase: 5))),
      velocity: velocity(speed: speed, course: heading, up: climb) + wind)
  }
}

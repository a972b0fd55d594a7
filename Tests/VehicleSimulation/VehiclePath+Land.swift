import HeadingGeometry
import RealModule

extension VehiclePath {
  /// Lateral accelerations up to 3 m/s², a stop of 12 s every 90 s, hills; pitch by squat of 2° per g of drive.
  func car(_ time: Double) -> VehiclePose {
    let lap = pick(0, 85, 105)
    let speed = carSpeed(time, lap: lap)
    let step = 0.01
    let thrust =
      (carSpeed(time + step, lap: lap) - carSpeed(time - step, lap: lap)) / (2 * step)
    // The last curve ends smoothly within three seconds.
    let bends = straightFrom.map { time - integral(time, from: $0 - 3, to: $0) } ?? time
    let gone = carProgress(bends, lap: lap)
    let course =
      pick(3, 0, 6.28) + 1.6 * wave(gone, period: 61, phase: 4)
      + 0.5 * wave(gone, period: 23, phase: 5)
    let slope = 0.04 * wave(time, period: 71, phase: 6)
    // Drive acts at the ground and weight above it: a climb causes squat as an acceleration does.
    let drive = thrust + PhysicalConstants.standardGravity * slope
    let shake = speed / 12
    // Side slip of the tyres and cross slope of the road.
    let slip = 0.085 * shake * slip(time)
    return VehiclePose(
      angles: AttitudeAngles(
        heading: Angle(radians: course),
        pitch: Angle(
          radians: slope + 0.0036 * drive + 0.004 * shake * wave(time, period: 0.9, phase: 7)),
        roll: Angle(radians: 0.01 * shake * wave(time, period: 1.3, phase: 8))),
      velocity: velocity(
        speed: speed * Double.cos(slope), course: course, up: speed * Double.sin(slope))
        + velocity(speed: slip, course: course + .pi / 2))
  }

  private func carSpeed(_ time: Double, lap: Double) -> Double {
    let ready = ease(time, from: 8, to: 16)
    let inLap = time.truncatingRemainder(dividingBy: lap)
    let stop =
      straightFrom == nil ? ease(inLap, from: 55, to: 62) - ease(inLap, from: 74, to: 82) : 0
    let cruise = pick(1, 10, 14) + 2 * wave(time, period: 37, phase: 2)
    return cruise * ready * (1 - stop)
  }

  /// Time of driving since the start, s: a car does not turn while stopped.
  private func carProgress(_ time: Double, lap: Double) -> Double {
    let driven = integral(time, from: 8, to: 16)
    guard straightFrom == nil else { return driven }
    func stopped(_ time: Double) -> Double {
      integral(time, from: 55, to: 62) - integral(time, from: 74, to: 82)
    }
    let inLap = time.truncatingRemainder(dividingBy: lap)
    return driven - ((time - inLap) / lap).rounded() * stopped(lap) - stopped(inLap)
  }

  /// Legs of 8 s at up to 1 m/s, then a turn in place of 60° to 180°.
  func rover(_ time: Double) -> VehiclePose {
    let start = 6.0
    let period = 14.0
    let leg = max(0, ((time - start) / period).rounded(.down))
    var heading = pick(0, 0, 6.28)
    // Sum of the completed turns.
    for index in 0..<Int(leg) { heading += turn(index) }
    let inLeg = time - start - leg * period
    heading += turn(Int(leg)) * ease(inLeg, from: 9, to: 13)
    let drive = ease(inLeg, from: 0.3, to: 1.6) - ease(inLeg, from: 7, to: 8.3)
    let speed = time < start ? 0 : pick(1 + Int(leg) % 7, 0.6, 1.1) * drive
    let turning = ease(inLeg, from: 8.8, to: 9.3) - ease(inLeg, from: 12.7, to: 13.3)
    return VehiclePose(
      angles: AttitudeAngles(
        heading: Angle(radians: heading),
        pitch: Angle(radians: 0.01 * speed * wave(time, period: 0.7, phase: 9)),
        roll: Angle(radians: 0.01 * speed * wave(time, period: 0.8, phase: 10))),
      velocity: velocity(speed: speed, course: heading)
        + velocity(
          speed: 0.042 * speed * slip(time), course: heading + .pi / 2),
      effort: min(1, drive + turning))
  }

  private func turn(_ index: Int) -> Double {
    let size = pick(11 + index % 40, 1, 3.1)
    return pick(13 + (index * 7) % 40, 0, 1) < 0.5 ? -size : size
  }

  /// 1.3 m/s, two steps per second; the hand swings and points up to 25° off the course.
  func walker(_ time: Double) -> VehiclePose {
    let ready = ease(time, from: 6, to: 9)
    let pause = ease(time, from: 70, to: 72) - ease(time, from: 82, to: 84)
    let pace = ready * (1 - pause)
    let speed = pace * (pick(0, 1.1, 1.5) + 0.12 * wave(time, period: 0.53, phase: 1))
    let gone =
      integral(time, from: 6, to: 9) - integral(time, from: 70, to: 72)
      + integral(time, from: 82, to: 84)
    let course =
      pick(2, 0, 6.28) + 1.8 * wave(gone, period: 53, phase: 3)
      + 0.5 * wave(gone, period: 17, phase: 4)
    let aside =
      0.45 * wave(gone, period: 41, phase: 5) + 0.06 * pace * wave(time, period: 1.06, phase: 6)
    return VehiclePose(
      angles: AttitudeAngles(
        heading: Angle(radians: course + aside),
        pitch: Angle(radians: 0.5 + 0.08 * pace * wave(time, period: 0.53, phase: 7)),
        roll: Angle(radians: 0.1 * pace * wave(time, period: 1.06, phase: 8))),
      velocity: velocity(
        speed: speed, course: course, up: 0.25 * pace * wave(time, period: 0.53, phase: 9)))
  }
}

import Foundation
import HeadingCalibration
import HeadingGeometry

// calibration-benchmark [RUNS [SEED]]: the synthetic calibrations, each beside its bound; root mean square
// heading errors in degrees, level / at 20° of tilt. Status 1 if a case misses its factor.
let arguments = CommandLine.arguments
let runs = arguments.count > 1 ? max(1, Int(arguments[1]) ?? 40) : 40
let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : UInt64.random(in: 0..<1 << 40)
print("\(runs) runs of \(Trial.count) samples, seed \(seed)\n")
var missed = 0
for sensors in Sensors.allCases {
  print(sensors.rawValue)
  print(
    "  coverage                       bound           reached         predicted       "
      + "ratio         refused  ms")
  for motion in Motion.allCases {
    var (bound, reached, predicted) = (SIMD2(0.0, 0.0), SIMD2(0.0, 0.0), SIMD2(0.0, 0.0))
    var refused = 0
    var duration = Duration.zero
    for run in 0..<runs {
      let trial = Trial(
        motion, seed: seed &+ UInt64(run) &* 1_000_003, sensors: sensors)
      let knowledge = CalibrationKnowledge(
        fieldStrength: Trial.strength * PhysicalConstants.microtesla,
        inclination: Trial.inclination)
      let began = ContinuousClock.now
      let result = MagneticCalibrator().fit(trial.samples, knowledge: knowledge)
      duration += began.duration(to: .now)
      if !result.isAccepted { refused += 1 }
      let limit = Bound(trial, sensors)
      bound += SIMD2(limit.squaredError(tilt: 0), limit.squaredError(tilt: 20))
      reached += SIMD2(
        trial.squaredError(result.parameters, tilt: 0),
        trial.squaredError(result.parameters, tilt: 20))
      let level = result.predictedHeadingError.level.degrees
      let tilted = result.predictedHeadingError.tilt20.degrees
      predicted += SIMD2(level * level, tilted * tilted)
    }
    bound = (bound / Double(runs)).squareRoot()
    reached = (reached / Double(runs)).squareRoot()
    predicted = (predicted / Double(runs)).squareRoot()
    let ratio = reached / bound
    let honest = predicted / reached
    let isMissed =
      refused > 0 || ratio.max() > sensors.factor(motion) || honest.min() < 0.7
      || honest.max() > 1.3
    if isMissed { missed += 1 }
    let milliseconds =
      Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) * 1e-15
    func pair(_ value: SIMD2<Double>) -> String {
      String(format: "%.3f / %.3f", value.x, value.y)
    }
    print(
      "  " + motion.rawValue.padding(toLength: 29, withPad: " ", startingAt: 0),
      pair(bound), " ", pair(reached), " ", pair(predicted), " ",
      String(
        format: "%.2f / %.2f  %4d  %7.1f", ratio.x, ratio.y, refused,
        milliseconds / Double(runs)),
      isMissed ? "  missed" : "")
  }
  print("")
}
exit(missed > 0 ? 1 : 0)

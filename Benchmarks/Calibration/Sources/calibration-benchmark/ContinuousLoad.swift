import Foundation
import HeadingCalibration
import HeadingGeometry
import HeadingSensing

/// Processor time of continuous calibration: ten minutes of a rotating device, all samples gathered, every minute a
/// fit to the kept samples and a comparison with the calibration in force, as in the service.
struct ContinuousLoad {
  /// Samples a second of each of the three sensors.
  let rate: Double

  private static let minutes = 10

  /// Processor time, s: of gathering, and of the fits.
  private var gathering = 0.0
  private var fitting = 0.0
  private var kept = 0

  init(rate: Double) {
    self.rate = rate
    var sampler = CalibrationSampler()
    var collector = CalibrationCollector()
    var knowledge = CalibrationPriors(
      fieldStrength: Trial.strength * PhysicalConstants.microtesla, inclination: Trial.inclination)
    for minute in 0..<Self.minutes {
      let events = Self.events(minute: minute, rate: rate)
      let began = ProcessorTime.now
      for event in events {
        if let sample = sampler.process(event) { collector.add(sample) }
      }
      let gathered = ProcessorTime.now
      gathering += gathered - began
      let result = MagneticCalibrator().fit(collector.samples, knowledge: knowledge)
      if result.rung > .none { collector.recenter(on: result.parameters.hardIron) }
      if result.isAccepted { knowledge.current = result.parameters }
      fitting += ProcessorTime.now - gathered
      kept = collector.count
    }
  }

  /// Share of one core.
  var percent: Double { (gathering + fitting) / Double(60 * Self.minutes) * 100 }

  var text: String {
    String(
      format: "calibrating while running, three sensors at %.0f Hz: %.3f %% of a core "
        + "(gathering %.3f, a fit a minute to %d samples %.3f; 1 allowed)",
      rate, percent, gathering / Double(6 * Self.minutes), kept,
      fitting / Double(6 * Self.minutes))
  }

  /// A minute of figures of eight.
  private static func events(minute: Int, rate: Double) -> [SensorEvent] {
    var random = RandomNumbers(seed: UInt64(minute))
    var events: [SensorEvent] = []
    for index in 0..<Int(60 * rate) {
      let seconds = Double(index) / rate
      let part = (seconds / 10).truncatingRemainder(dividingBy: 1)
      let attitude = Motion.figureOfEight.attitude(at: part)
      let after = Motion.figureOfEight.attitude(at: part + 1e-6)
      let time = BootTime(seconds: Double(60 * minute) + seconds + 1)
      let field =
        attitude.conjugate * Trial.field + Trial.hardIron + random.normals() * Trial.fieldNoise
      let up = attitude.conjugate * Vector3(0, 0, 1) + random.normals() * 0.01
      events.append(
        .angularRate(
          VectorSample(
            time: time, value: (attitude.conjugate * after).rotationVector / 1e-5)))
      events.append(
        .acceleration(VectorSample(time: time, value: up * PhysicalConstants.standardGravity)))
      events.append(
        .magneticField(VectorSample(time: time, value: field * PhysicalConstants.microtesla)))
    }
    return events
  }
}

import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import Testing

@testable import HeadingEngine
@testable import HeadingEstimation
@testable import HeadingNavigation

/// A field excluded by fault detection is published, but not used by a filter.
struct ExcludedFieldTests {
  /// The chip's own magnet and where its range ends, T.
  private static let (magnet, saturation) = (300e-6, 310e-6)

  /// The event of a magnetometer with a magnet beside it whose x axis is clipped.
  private func clipped(_ event: SensorEvent) -> SensorEvent {
    switch event {
    case .magneticField(var sample):
      sample.value.x = min(sample.value.x + Self.magnet, Self.saturation)
      return .magneticField(sample)
    case .calibration(let time, var parameters?):
      parameters.hardIron.x += Self.magnet
      return .calibration(time, parameters)
    default: return event
    }
  }

  @Test func `a clipped field is not passed to the navigation filter`() {
    var engine = HeadingEngine()
    var (excluded, used) = (0, 0)
    // At rest, then turning: towards east the field leaves the range.
    let rest = simulatedHat(heading: 0, iron: .none).events(until: 10)
    let turn = simulatedHat(turning: 60, iron: .none).events(
      until: 10, startingAt: BootTime(seconds: 10), calibrated: false)
    for event in Array(rest) + Array(turn) {
      engine.absorb(clipped(event))
      guard case .magneticField(let sample) = event, !engine.navigator.isVertical else { continue }
      let context = engine.context(engine.orientation.estimate, at: sample.time)
      if engine.orientation.sensors.magnetometer.saturation.isSaturated {
        // The one before is still used: nothing else speaks against the field yet.
        if context.field != nil { excluded += 1 }
        #expect(context.field == nil || context.fieldAge > 0)
        #expect(engine.field?.time == sample.time)
      } else if context.fieldAge == 0, context.field != nil {
        used += 1
      }
    }
    #expect(excluded > 0 && used > 500, "\(excluded) excluded, \(used) used")
  }
}

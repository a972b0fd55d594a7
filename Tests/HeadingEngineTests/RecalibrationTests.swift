import HeadingEngine
import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import Testing
import VehicleSimulation

/// A calibration that takes effect while the engine runs.
struct RecalibrationTests {
  /// Errors of the heading and its 95 % bounds, degrees, from a second after the calibration on.
  private func headings(
    turning rate: Double?, before: Double = 40, after: Double = 15
  ) -> [(error: Double, bound: Double)] {
    let hat = simulatedHat(heading: 70, turning: rate)
    var run = EngineRun()
    var isCalibrated = false
    for event in hat.events(until: before + after, calibrated: false) {
      if !isCalibrated, event.time.seconds >= before {
        isCalibrated = true
        run.feed(.calibration(event.time, hat.calibration))
      }
      run.feed(event)
    }
    return run.solutions.filter { $0.time.seconds > before + 1 }.map {
      let truth = hat.truth(at: $0.time.seconds).magneticHeading
      return (
        distance($0.magneticHeading.value, truth), $0.headingAccuracy95.value?.degrees ?? .infinity
      )
    }
  }

  @Test(arguments: [nil, 6.0, 40])
  func `a device that was calibrated has its heading within a second, at rest and turning`(
    rate: Double?
  ) {
    // 31 µT of iron turn the heading by 100° before.
    let headings = headings(turning: rate)
    #expect(headings.count > 100)
    #expect(headings.allSatisfy { $0.error < 2 && $0.error < $0.bound })
    #expect(headings.allSatisfy { $0.bound < 15 })
  }

  @Test func `the same calibration again changes nothing`() {
    let hat = simulatedHat(turning: 20)
    var run = EngineRun()
    var again = EngineRun()
    for (index, event) in hat.events(until: 12).enumerated() {
      run.feed(event)
      if index == 3000 { again.engine.absorb(.calibration(event.time, hat.calibration)) }
      again.feed(event)
    }
    #expect(again.last.magneticHeading == run.last.magneticHeading)
    #expect(again.last.headingAccuracy == run.last.headingAccuracy)
  }

  /// What a vehicle's sensors say before a calibration takes it out.
  private struct Flaw {
    var iron = Vector3.zero
    var rate = Vector3.zero
    var force = Vector3.zero

    /// An event with it.
    func added(to event: SensorEvent) -> SensorEvent {
      switch event {
      case .magneticField(var sample):
        sample.value += iron
        return .magneticField(sample)
      case .angularRate(var sample):
        sample.value += rate
        return .angularRate(sample)
      case .acceleration(var sample):
        sample.value += force
        return .acceleration(sample)
      default: return event
      }
    }

    var calibration: CalibrationParameters {
      var parameters = CalibrationParameters()
      parameters.hardIron = iron
      parameters.gyroscopeBias = rate
      parameters.accelerometerBias = force
      return parameters
    }
  }

  private static let flaws = [
    Flaw(iron: Vector3(3e-6, -4e-6, 2e-6)), Flaw(rate: Vector3(0.01, -0.008, 0.015)),
    Flaw(force: Vector3(0.2, -0.3, 0.1)),
  ]

  @Test(arguments: flaws.indices, [VehicleKind.boat, .car])
  func `a new calibration during motion keeps heading and position right`(
    index: Int, kind: VehicleKind
  ) {
    let flaw = Self.flaws[index]
    let moment = 60.0
    let run = VehicleRun(
      SimulatedVehicle(kind: kind, seed: 51), seconds: 80, from: moment + 3,
      change: { flaw.added(to: $0) },
      order: { events in
        var events = events
        let place = events.firstIndex { $0.time.seconds >= moment } ?? events.endIndex
        events.insert(.calibration(BootTime(seconds: moment), flaw.calibration), at: place)
        return events
      })
    #expect(rootMeanSquare(run.headings.map(\.error)) < 2.5)
    #expect(run.headings.count >= 40)
    #expect(rootMeanSquare(run.positions.map(\.error)) < 4)
  }
}

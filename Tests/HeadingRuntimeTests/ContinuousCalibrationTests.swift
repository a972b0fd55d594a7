import Foundation
import HeadingCalibration
import HeadingEngine
import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import HeadingStorage
import Testing

@testable import HeadingRuntime

/// Continuous calibration of a simulated hat with known iron.
struct ContinuousCalibrationTests {
  private let store = ProfileStore(folders: [
    FileManager.default.temporaryDirectory
      .appendingPathComponent("continuous-\(UUID().uuidString.prefix(8))")
  ])

  /// A service with continuous calibration and an initial calibration.
  private func make(
    _ policy: CalibrationPolicy, _ hat: SimulatedHat, current: CalibrationParameters?,
    isSimulated: Bool = true
  ) -> (HeadingService, ContinuousCalibration) {
    var setup = SensorSetup(name: "test", isSimulated: isSimulated)
    setup.sensor = SensorIdentity(
      name: "lis3mdl", busAddress: isSimulated ? SensorIdentity.simulatedBus : "1-001c")
    setup.mounts = [.magnetometer: .identity]
    setup.calibration = current
    let service = HeadingService()
    service.use(setup)
    return (service, ContinuousCalibration(policy: policy, setup: setup, store: store))
  }

  private func feed(_ continuous: ContinuousCalibration, _ hat: SimulatedHat, seconds: Double) {
    for event in hat.events(until: seconds, calibrated: false, fixes: 1) {
      continuous.deliver(event)
    }
  }

  /// The hat's own calibration with a wrong hard iron.
  private func wrong(_ hat: SimulatedHat) -> CalibrationParameters {
    var parameters = hat.calibration
    parameters.hardIron += Vector3(6e-6, -5e-6, 3e-6)
    return parameters
  }

  @Test func `a better calibration is proposed, applied on acceptance and rolled back`()
    throws
  {
    defer { for folder in store.folders { try? FileManager.default.removeItem(at: folder) } }
    let hat = try Scenario.named("tumbling").hat()
    let old = wrong(hat)
    let (service, continuous) = make(.propose, hat, current: old)
    #expect(!continuous.accept(on: service))
    feed(continuous, hat, seconds: 60)
    continuous.look(on: service)
    let proposal = try #require(continuous.proposal)
    #expect(service.report.calibration == old)
    let error = try #require(proposal.result.heldOutError)
    #expect(error < (proposal.result.currentHeldOutError ?? 0))
    #expect(proposal.description.contains("instead of"))
    #expect(continuous.accept(on: service) && continuous.proposal == nil)
    let new = try #require(service.report.calibration)
    #expect((new.hardIron - hat.calibration.hardIron).length < 1e-6)
    #expect(new.accelerometerBias == old.accelerometerBias)
    let sensor = SensorIdentity(name: "lis3mdl", busAddress: "simulated")
    let kept = try #require(try store.profile(for: sensor)?.profile.parameters.hardIron)
    #expect((kept - new.hardIron).length < 1e-9)
    #expect(continuous.rollBack(on: service))
    #expect(service.report.calibration == old)
    #expect(!continuous.rollBack(on: service))
  }

  @Test(arguments: [false, true])
  func `simulated data never calibrate real sensors, and their profiles are marked`(
    isSimulated: Bool
  ) throws {
    defer { for folder in store.folders { try? FileManager.default.removeItem(at: folder) } }
    let hat = try Scenario.named("tumbling").hat()
    let (service, continuous) = make(
      .propose, hat, current: wrong(hat), isSimulated: isSimulated)
    // A receiver or a server reports that it is simulated.
    service.deliver(.simulated(service.report.time, true))
    feed(continuous, hat, seconds: 60)
    continuous.look(on: service)
    #expect((continuous.proposal != nil) == isSimulated)
    #expect(continuous.accept(on: service) == isSimulated)
    let sensor = SensorIdentity(name: "lis3mdl", busAddress: SensorIdentity.simulatedBus)
    #expect(try store.profile(for: sensor)?.profile.isSimulated == (isSimulated ? true : nil))
  }

  @Test(arguments: [false, true])
  func `a rollback restores the stored profile, or that there was none`(
    hasKept: Bool
  ) throws {
    defer { for folder in store.folders { try? FileManager.default.removeItem(at: folder) } }
    let hat = try Scenario.named("tumbling").hat()
    let sensor = SensorIdentity(name: "lis3mdl", busAddress: "simulated")
    let old = hasKept ? wrong(hat) : nil
    if let old { try store.save(CalibrationProfile(parameters: old), for: sensor) }
    let (service, continuous) = make(.propose, hat, current: old)
    feed(continuous, hat, seconds: 60)
    continuous.look(on: service)
    #expect(continuous.accept(on: service))
    #expect(continuous.rollBack(on: service))
    #expect(service.report.calibration == old)
    // The profile for the next start claims no accuracy beyond uncalibrated, and none is lost.
    let kept = try #require(try store.profile(for: sensor)?.profile.parameters)
    #expect((kept.hardIron - (old?.hardIron ?? .zero)).length < 1e-12)
    if !hasKept { #expect(kept.headingError == HeadingEngine.uncalibratedError) }
    #expect(store.keeper(of: sensor.text)?.revisions.count == 2)
  }

  @Test func `each further rollback goes one calibration back, to the oldest`() throws {
    defer { for folder in store.folders { try? FileManager.default.removeItem(at: folder) } }
    let hat = try Scenario.named("tumbling").hat()
    let sensor = SensorIdentity(name: "lis3mdl", busAddress: "simulated")
    let olds = [2e-6, 4e-6, 6e-6].map { x in
      var parameters = hat.calibration
      parameters.hardIron += Vector3(x, 0, 0)
      return parameters
    }
    for old in olds { try store.save(CalibrationProfile(parameters: old), for: sensor) }
    let (service, continuous) = make(.propose, hat, current: olds[2])
    feed(continuous, hat, seconds: 60)
    continuous.look(on: service)
    #expect(continuous.accept(on: service))
    for old in olds.reversed() {
      #expect(continuous.rollBack(on: service))
      let found = try #require(service.report.calibration)
      #expect((found.hardIron - old.hardIron).length < 1e-12)
    }
    #expect(!continuous.rollBack(on: service))
    let left = try #require(service.report.calibration)
    #expect((left.hardIron - olds[0].hardIron).length < 1e-12)
  }

  @Test func `a calibration no better than the one in force is not proposed`() throws {
    let hat = try Scenario.named("tumbling").hat()
    let (service, continuous) = make(.apply, hat, current: hat.calibration)
    feed(continuous, hat, seconds: 60)
    continuous.look(on: service)
    #expect(continuous.proposal == nil && continuous.looks == 1)
    #expect(service.report.calibration == hat.calibration)
  }

  @Test(arguments: ["pose", "driving"])
  func `without rotation no calibration is proposed`(scenario: String) throws {
    let hat = try Scenario.named(scenario).hat()
    let (service, continuous) = make(.apply, hat, current: nil)
    feed(continuous, hat, seconds: 10)
    continuous.look(on: service)
    #expect(continuous.proposal == nil && service.report.calibration == nil)
  }

  @Test func `an automatically applied calibration is rolled back if later samples contradict it`()
    throws
  {
    defer { for folder in store.folders { try? FileManager.default.removeItem(at: folder) } }
    let hat = try Scenario.named("tumbling").hat()
    let (service, continuous) = make(.apply, hat, current: hat.calibration)
    // A magnet lies beside the device for a while.
    let magnet = Vector3(9e-6, 7e-6, -8e-6)
    var last = 0.0
    func turn(_ from: Double, _ to: Double, magnet: Vector3) {
      for event in hat.events(until: to, calibrated: false, fixes: 1)
      where event.time.seconds >= from {
        guard case .magneticField(var sample) = event else {
          continuous.deliver(event)
          continue
        }
        sample.value += magnet
        continuous.deliver(.magneticField(sample))
      }
      last = to
    }
    turn(0, 60, magnet: magnet)
    continuous.look(on: service)
    let applied = try #require(service.report.calibration)
    #expect((applied.hardIron - hat.calibration.hardIron - magnet).length < 2e-6)
    turn(last, 120, magnet: .zero)
    continuous.look(on: service)
    #expect(service.report.calibration == hat.calibration)
    // From then on it only proposes.
    continuous.look(on: service)
    #expect(service.report.calibration == hat.calibration)
  }
}

import Foundation
import HeadingCalibration
import HeadingEngine
import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import HeadingStorage
import Testing

@testable import HeadingRuntime

/// Calibration while running, on a simulated hat whose iron is known.
struct ContinuousCalibrationTests {
  private let store = ProfileStore(folders: [
    FileManager.default.temporaryDirectory
      .appendingPathComponent("continuous-\(UUID().uuidString.prefix(8))")
  ])

  /// A service, what calibrates it, and what it was told to begin with.
  private func make(
    _ policy: CalibrationPolicy, _ hat: SimulatedHat, current: CalibrationParameters?,
    isSimulated: Bool = true
  ) -> (HeadingService, ContinuousCalibration) {
    var setup = SensorSetup(name: "test", isSimulated: isSimulated)
    setup.sensor = SensorIdentity(
      name: "lis3mdl", busAddress: isSimulated ? SensorIdentity.simulatedBus : "1-001c")
    setup.mount = .identity
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

  /// The hat's own calibration with a hard iron that is off.
  private func wrong(_ hat: SimulatedHat) -> CalibrationParameters {
    var parameters = hat.calibration
    parameters.hardIron += Vector3(6e-6, -5e-6, 3e-6)
    return parameters
  }

  @Test func `what is found is proposed, and used when it is accepted; the one before comes back`()
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
  func `nothing simulated teaches real sensors, and what simulated ones teach says so`(
    isSimulated: Bool
  ) throws {
    defer { for folder in store.folders { try? FileManager.default.removeItem(at: folder) } }
    let hat = try Scenario.named("tumbling").hat()
    let (service, continuous) = make(
      .propose, hat, current: wrong(hat), isSimulated: isSimulated)
    // A receiver or a server that turns out to be simulated.
    service.deliver(.simulated(service.report.time, true))
    feed(continuous, hat, seconds: 60)
    continuous.look(on: service)
    #expect((continuous.proposal != nil) == isSimulated)
    #expect(continuous.accept(on: service) == isSimulated)
    let sensor = SensorIdentity(name: "lis3mdl", busAddress: SensorIdentity.simulatedBus)
    #expect(try store.profile(for: sensor)?.profile.isSimulated == (isSimulated ? true : nil))
  }

  @Test(arguments: [false, true])
  func `rolling back to none leaves none in the store either, and to a kept one that one`(
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
    // What the next start finds promises no more than no calibration, and nothing was lost.
    let kept = try #require(try store.profile(for: sensor)?.profile.parameters)
    #expect((kept.hardIron - (old?.hardIron ?? .zero)).length < 1e-12)
    if !hasKept { #expect(kept.headingError == HeadingEngine.uncalibratedError) }
    #expect(store.keeper(of: sensor.text)?.revisions.count == 2)
  }

  @Test func `what is as good as the one in force is not proposed`() throws {
    let hat = try Scenario.named("tumbling").hat()
    let (service, continuous) = make(.apply, hat, current: hat.calibration)
    feed(continuous, hat, seconds: 60)
    continuous.look(on: service)
    #expect(continuous.proposal == nil && continuous.looks == 1)
    #expect(service.report.calibration == hat.calibration)
  }

  @Test(arguments: ["pose", "driving"])
  func `without a turn nothing is found`(scenario: String) throws {
    let hat = try Scenario.named(scenario).hat()
    let (service, continuous) = make(.apply, hat, current: nil)
    feed(continuous, hat, seconds: 10)
    continuous.look(on: service)
    #expect(continuous.proposal == nil && service.report.calibration == nil)
  }

  @Test func `what was put into force unasked is taken back when later samples speak against it`()
    throws
  {
    defer { for folder in store.folders { try? FileManager.default.removeItem(at: folder) } }
    let hat = try Scenario.named("tumbling").hat()
    let (service, continuous) = make(.apply, hat, current: hat.calibration)
    // For a while a magnet lies beside the device.
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

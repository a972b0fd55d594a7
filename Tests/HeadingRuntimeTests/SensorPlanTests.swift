import Foundation
import HeadingGeometry
import HeadingRuntime
import HeadingSensing
import HeadingSimulation
import HeadingStorage
import IndustrialIO
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SensorPlanTests {
  private let turning = Scenario.all[0]
  private let nowhere = IIOConfiguration(uri: "xml:/nonexistent/context.xml")

  @Test func `a simulation that was asked for is not questioned`() {
    let (plan, complaint) = SensorPlan.decide(
      nowhere, isExplicit: false, simulating: turning, fallback: turning)
    #expect(plan.isSimulated && plan.hasOwnFixes)
    #expect(complaint == nil)
    #expect(plan.name.contains("SIMULATED"))
  }

  @Test func `where there are no sensors the simulated hat takes their place and says why`() throws
  {
    let (plan, complaint) = SensorPlan.decide(
      nowhere, isExplicit: false, simulating: nil, fallback: turning)
    guard case .simulation(_, let why) = plan else {
      Issue.record("\(plan)")
      return
    }
    #expect(plan.isSimulated)
    #expect(why == complaint)
    #expect(try #require(complaint).isEmpty == false)
  }

  @Test func `a context that was named is waited for, never replaced`() {
    let (plan, complaint) = SensorPlan.decide(
      nowhere, isExplicit: true, simulating: nil, fallback: turning)
    guard case .industrialIO(let configuration, nil) = plan else {
      Issue.record("\(plan)")
      return
    }
    #expect(configuration.uri == nowhere.uri)
    #expect(!plan.isSimulated && !plan.hasOwnFixes)
    #expect(complaint != nil)
    #expect(plan.mount == nil)
  }

  @Test func `a simulated server is known by its context`() async throws {
    let server = IIODServer(turning)
    try await server.serve(host: "127.0.0.1", port: 0) { port in
      let configuration = IIOConfiguration(uri: "ip:127.0.0.1:\(port)")
      // libiio waits in system calls: not on a task's thread.
      let (plan, complaint) = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(
            returning: SensorPlan.decide(
              configuration, isExplicit: true, simulating: nil, fallback: Scenario.all[0]))
        }
      }
      #expect(complaint == nil)
      #expect(plan.isSimulated)
      #expect(plan.name.contains("SIMULATED"))
      #expect(plan.mount == .identity)
    }
  }

  @Test func `a profile made under another mount is turned, and that is said`() throws {
    var parameters = CalibrationParameters()
    parameters.hardIron = Vector3(1e-6, 2e-6, 3e-6)
    var profile = CalibrationProfile(parameters: parameters)
    profile.mount = .identity
    let (same, quiet) = SensorPlan.parameters(of: profile, mount: .identity)
    #expect(same == parameters && quiet == nil)
    let (turned, notice) = SensorPlan.parameters(
      of: profile, mount: try MountMatrix(words: "x=forward,y=left"))
    #expect(turned.hardIron == Vector3(-2e-6, 1e-6, 3e-6))
    #expect(notice?.severity == .warning)
    #expect(SensorPlan.parameters(of: profile, mount: nil).0 == parameters)
  }
}

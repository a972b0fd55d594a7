import Foundation
import HeadingGeometry
import HeadingRuntime
import HeadingSensing
import HeadingSimulation
import HeadingStorage
import IndustrialIO
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SensorPlanTests {
  private let turning = Scenario.all[0]
  private let nowhere = IIOConfiguration(uri: "xml:/nonexistent/context.xml")

  @Test func `a requested simulation is used without a notice`() throws {
    let (plan, complaint) = try SensorPlan.decide(
      nowhere, simulating: turning, absence: .isAnError)
    #expect(plan.isSimulated && plan.hasOwnFixes)
    #expect(complaint == nil)
    #expect(plan.name.contains("SIMULATED"))
  }

  @Test func `missing sensors are simulated only in a terminal without arguments`() {
    func isSimulated(_ isTerminal: Bool, _ arguments: [String]) -> Bool {
      let absence = MissingSensorPolicy(
        onTerminal: isTerminal, arguments: arguments, scenario: turning)
      guard case .isSimulated = absence else { return false }
      return true
    }
    #expect(isSimulated(true, []))
    #expect(!isSimulated(false, []))
    for arguments in [["--json"], ["--once"], ["show"], ["--rate", "5"], ["why"]] {
      #expect(!isSimulated(true, arguments) && !isSimulated(false, arguments), "\(arguments)")
    }
  }

  @Test func `a simulated hat replaces missing sensors and gives the reason`() throws {
    let (plan, complaint) = try SensorPlan.decide(
      nowhere, simulating: nil, absence: .isSimulated(turning))
    guard case .simulation(_, let why) = plan else {
      Issue.record("\(plan)")
      return
    }
    #expect(plan.isSimulated)
    #expect(why == complaint)
    #expect(try #require(complaint).isEmpty == false)
  }

  @Test func `missing sensors are an error with cause and remedy`() throws {
    let error = #expect(throws: NoSensorError.self) {
      try SensorPlan.decide(nowhere, simulating: nil, absence: .isAnError)
    }
    let text = try #require(error).description
    for part in ["no sensor", "context.xml", "compass doctor", "--simulate"] {
      #expect(text.contains(part), "\(text)")
    }
  }

  @Test func `a named context is waited for, never replaced`() throws {
    let (plan, complaint) = try SensorPlan.decide(
      nowhere, simulating: nil, absence: .isWaitedFor)
    guard case .industrialIO(let configuration, nil) = plan else {
      Issue.record("\(plan)")
      return
    }
    #expect(configuration.uris == nowhere.uris)
    #expect(!plan.isSimulated && !plan.hasOwnFixes)
    #expect(complaint != nil)
    #expect(plan.mounts.isEmpty)
  }

  @Test func `a simulated server is recognized by its context`() async throws {
    let server = IIODServer(turning)
    try await server.serve(host: "127.0.0.1", port: 0) { port in
      let configuration = IIOConfiguration(uri: "ip:127.0.0.1:\(port)")
      // libiio blocks in system calls, which must not be on a task's thread.
      let (plan, complaint) = try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<(plan: SensorPlan, complaint: String?), any Error>) in
        Thread.detachNewThread {
          continuation.resume(
            with: Result {
              try SensorPlan.decide(configuration, simulating: nil, absence: .isAnError)
            })
        }
      }
      #expect(complaint == nil)
      #expect(plan.isSimulated)
      #expect(plan.name.contains("SIMULATED"))
      #expect(plan.mounts[.magnetometer] == .identity)
    }
  }

  @Test func `a profile made under another mount matrix is rotated with a notice`() throws {
    var parameters = CalibrationParameters()
    parameters.hardIron = Vector3(1e-6, 2e-6, 3e-6)
    var profile = CalibrationProfile(parameters: parameters)
    profile.mount = .identity
    let (same, quiet) = SensorPlan.parameters(of: profile, mounts: [.magnetometer: .identity])
    #expect(same == parameters && quiet == nil)
    let (turned, notice) = SensorPlan.parameters(
      of: profile, mounts: [.magnetometer: try MountMatrix(words: "x=forward,y=left")])
    #expect(turned.hardIron == Vector3(-2e-6, 1e-6, 3e-6))
    #expect(notice?.severity == .warning)
    #expect(SensorPlan.parameters(of: profile, mounts: [:]).0 == parameters)
  }
}

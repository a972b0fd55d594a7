import Foundation
import HeadingGeometry
import HeadingSensing
import HeadingStorage
import Testing

/// The saved state of a service.
final class ServiceStateTests {
  private let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("state-\(UUID().uuidString).json")

  deinit { try? FileManager.default.removeItem(at: file) }

  private func state() -> ServiceState {
    var engine = RestoredState()
    engine.gyroscopeBias = Vector3(0.001, -0.002, 1.0 / 3)
    engine.gyroscopeBiasAccuracy = 1e-5
    engine.gyroscopeTemperature = 300.1
    engine.gyroscopeBiasSlope = Vector3(1e-5, 0, -1e-6)
    engine.headingDeviation = Angle(radians: 0.03)
    engine.fieldStrength = 4.8e-5
    engine.inclination = Angle(radians: 1.1)
    engine.attitude = Quaternion(w: 1, x: 0, y: 0, z: 0)
    engine.magneticField = Vector3(2e-5, 0, -4e-5)
    return ServiceState(engine: engine)
  }

  @Test func `a saved state is restored bit for bit`() throws {
    #expect(try ServiceState.read(file) == nil)
    try state().write(to: file)
    #expect(try ServiceState.read(file) == state())
    // Every property of the state is saved: a new one must be added here.
    let kept = Mirror(reflecting: state().engine).children
    #expect(kept.allSatisfy { Mirror(reflecting: $0.value).children.count == 1 })
    try ServiceState(engine: RestoredState()).write(to: file)
    #expect(try ServiceState.read(file)?.engine == RestoredState())
  }

  @Test func `a truncated file is refused as a whole`() throws {
    try state().write(to: file)
    let whole = try Data(contentsOf: file)
    for count in stride(from: 0, to: whole.count - 1, by: 7) {
      try whole.prefix(count).write(to: file)
      #expect(throws: StateError.self) { try ServiceState.read(file) }
    }
  }

  @Test(arguments: [
    #"{"version":2}"#, "[]", #"{"version":"1"}"#, #"{"version":1,"attitude":"x"}"#, "\u{0}",
  ])
  func `an invalid state is refused`(text: String) throws {
    try Data(text.utf8).write(to: file)
    #expect(throws: StateError.self) { try ServiceState.read(file) }
  }

  @Test func `vectors of a wrong length are ignored`() throws {
    try Data(#"{"version":1,"gyroscope_bias":[1,2],"attitude":[0,0,1]}"#.utf8).write(to: file)
    #expect(try ServiceState.read(file)?.engine == RestoredState())
  }

  @Test func `a missing folder is an error`() {
    let lost = URL(fileURLWithPath: "/nonexistent/state.json")
    #expect(throws: StateError.self) { try self.state().write(to: lost) }
  }
}

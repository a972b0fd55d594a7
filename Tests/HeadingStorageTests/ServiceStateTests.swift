import Foundation
import HeadingGeometry
import HeadingSensing
import HeadingStorage
import Testing

/// What one run leaves to the next.
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

  @Test func `what was kept is read again, bit for bit`() throws {
    #expect(try ServiceState.read(file) == nil)
    try state().write(to: file)
    #expect(try ServiceState.read(file) == state())
    // Every property of the state is kept: whoever adds one adds it here too.
    let kept = Mirror(reflecting: state().engine).children
    #expect(kept.allSatisfy { Mirror(reflecting: $0.value).children.count == 1 })
    try ServiceState(engine: RestoredState()).write(to: file)
    #expect(try ServiceState.read(file)?.engine == RestoredState())
  }

  @Test func `a file that is cut anywhere is refused as a whole`() throws {
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
  func `what is no state is refused`(text: String) throws {
    try Data(text.utf8).write(to: file)
    #expect(throws: StateError.self) { try ServiceState.read(file) }
  }

  @Test func `vectors of a wrong length are not used`() throws {
    try Data(#"{"version":1,"gyroscope_bias":[1,2],"attitude":[0,0,1]}"#.utf8).write(to: file)
    #expect(try ServiceState.read(file)?.engine == RestoredState())
  }

  @Test func `a folder that is not there is told`() {
    let lost = URL(fileURLWithPath: "/nonexistent/state.json")
    #expect(throws: StateError.self) { try self.state().write(to: lost) }
  }
}

import HeadingGeometry
import HeadingSensing
import Testing

struct MountChoiceTests {
  private let left = Vector3(-1, 0, 0)

  @Test func `one matrix is for all sensors`() throws {
    for text in ["x=forward,y=left", "0,-1,0; 1,0,0; 0,0,1"] {
      let choice = try MountChoice(text)
      #expect(choice.own.isEmpty)
      for kind in MountChoice.kinds {
        #expect(choice.mount(of: kind) == (try MountMatrix(words: "x=forward,y=left")))
      }
      #expect(choice.mount(of: .barometer) == nil)
    }
  }

  @Test(arguments: [
    "magnetometer=x=backward,y=left,z=up gyroscope=x=left,y=up",
    "magnetometer: x=backward,y=left,z=up, gyroscope: x=left,y=up",
    "Magnetometer=0,-1,0; -1,0,0; 0,0,1; gyroscope=-1,0,0; 0,0,1; 0,1,0",
    " gyroscope = x=left, y=up;magnetometer = x=backward, y=left, z=up ",
  ])
  func `a sensor's name goes before its own matrix`(text: String) throws {
    let choice = try MountChoice(text)
    #expect(choice.common == nil && choice.mount(of: .accelerometer) == nil)
    let field = try #require(choice.mount(of: .magnetometer))
    #expect(field * Vector3(1, 2, 3) == Vector3(-2, -1, 3) && field.isMirrored)
    #expect(choice.mount(of: .gyroscope).map { $0 * Vector3(1, 0, 0) } == left)
  }

  @Test(arguments: MountChoice.kinds)
  func `each sensor's own matrix can be mirrored`(kind: SensorKind) throws {
    let choice = try MountChoice("x=forward,y=left \(kind.name)=x=left,y=forward,z=up")
    let mount = try #require(choice.mount(of: kind))
    #expect(mount.isMirrored && mount * Vector3(1, 2, 3) == Vector3(-1, 2, 3))
  }

  @Test func `a sensor's own matrix takes precedence over that of all`() throws {
    let choice = try MountChoice("x=right,y=forward accelerometer=x=left,y=backward")
    #expect(choice.mount(of: .magnetometer) == .identity)
    #expect(choice.mount(of: .accelerometer).map { $0 * Vector3(1, 0, 0) } == left)
  }

  @Test(arguments: [
    ("x=left,y=forward,z=up", MountChoiceError.mirroredBoard),
    ("0,1,0;1,0,0;0,0,1 gyroscope=x=left,y=up", .mirroredBoard),
    ("magnetometer=x=up,y=up", .matrix(.notOrthogonal, of: .magnetometer)),
    ("magnetometer=", .matrix(.unreadable, of: .magnetometer)),
    ("magnetometer", .matrix(.unreadable, of: nil)),
    ("barometer=x=left,y=up", .matrix(.unreadable, of: nil)),
    ("imu=x=left,y=up", .matrix(.unreadable, of: nil)), ("", .matrix(.unreadable, of: nil)),
    ("gyroscope=x=left,y=up gyroscope=x=left,y=up", .repeated(.gyroscope)),
    ("x=right,y=forward x=left,y=up", .matrix(.unreadable, of: nil)),
  ])
  func `wrong texts are refused with the sensor and a remedy`(
    text: String, error: MountChoiceError
  ) throws {
    let thrown = try #require(#expect(throws: MountChoiceError.self) { try MountChoice(text) })
    #expect(thrown == error && !thrown.description.isEmpty)
  }

  @Test func `an error names the sensor and what to write`() {
    let error = MountChoiceError.matrix(.notOrthogonal, of: .gyroscope)
    #expect(error.description.contains("gyroscope") && error.description.contains("perpendicular"))
    for part in ["left-handed", "board", "magnetometer="] {
      #expect(MountChoiceError.mirroredBoard.description.contains(part))
    }
    #expect(MountChoiceError.matrix(.unreadable, of: nil).description.contains("magnetometer="))
    #expect(MountChoiceError.repeated(.gyroscope).description.contains("gyroscope"))
  }
}

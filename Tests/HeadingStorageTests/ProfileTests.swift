import Foundation
import HeadingGeometry
import HeadingSensing
import HeadingStorage
import HeadingTesting
import Testing

/// Calibration profiles on disk.
final class ProfileTests {
  private let temporary: TemporaryFolder
  private var folder: URL { temporary.url }

  init() throws { temporary = try TemporaryFolder() }

  private static let soft = Matrix3(
    rows: Vector3(1.05, 0.02, -0.01), Vector3(0.02, 0.96, 0.03), Vector3(-0.01, 0.03, 1.01))

  private func fullProfile() throws -> CalibrationProfile {
    var parameters = CalibrationParameters()
    parameters.hardIron = Vector3(20e-6, -15e-6, 8e-6)
    parameters.softIron = Self.soft
    parameters.accelerometerBias = Vector3(0.1, -0.2, 0.05)
    parameters.accelerometerScale = Matrix3(diagonal: Vector3(1.01, 0.99, 1.02))
    parameters.gyroscopeBias = Vector3(0.001, 0.002, -0.003)
    parameters.deviation = DeviationCoefficients(
      a: Angle(degrees: 1), b: Angle(degrees: -4), c: Angle(degrees: 2.5), d: .zero,
      e: Angle(degrees: -0.5))
    parameters.load = LoadEffect(field: Vector3(0.3e-6, 0, -0.1e-6), delay: 0.25, range: 0...40)
    parameters.temperature = TemperatureEffect(
      field: Vector3(-0.04e-6, 0.1e-6, 0.02e-6), reference: 297.15)
    parameters.headingError = Angle(degrees: 1.5)
    var profile = CalibrationProfile(parameters: parameters)
    profile.sensor = SensorIdentity(
      name: "lis3mdl", label: "mast", busAddress: "1-001c", serial: "A7")
    profile.created = UniversalTime(year: 2026, month: 5, day: 3)
    profile.place = Coordinate(latitude: 47.25, longitude: -8.5)
    profile.mount = try MountMatrix(words: "x=forward,y=left")
    profile.fieldStrength = 48e-6
    profile.inclination = Angle(degrees: 63)
    profile.temperatures = 291.15...303.15
    profile.model = "WMM2025"
    profile.modelEpoch = 2025
    profile.coverage = 0.75
    profile.rung = "full"
    profile.samplesUsed = 812
    profile.parameters.headingErrorTilt20 = Angle(degrees: 2)
    profile.parameters.headingErrorTilt45 = Angle(degrees: 3)
    profile.history = [
      PastCalibration(
        checksum: "0badcafe", created: UniversalTime(year: 2025, month: 1, day: 2),
        headingError: Angle(degrees: 4))
    ]
    return profile
  }

  private func load(_ text: String) throws -> CalibrationProfile {
    let file = folder.appendingPathComponent("given.json")
    try Data(text.utf8).write(to: file)
    return try CalibrationProfile(contentsOf: file)
  }

  /// Whether two profiles are equal within the rounding of the file's units.
  private func expectSame(_ one: CalibrationProfile, _ other: CalibrationProfile) {
    let (a, b) = (one.parameters, other.parameters)
    #expect((a.hardIron - b.hardIron).length < 1e-18)
    #expect(a.softIron == b.softIron)
    #expect(a.accelerometerBias == b.accelerometerBias)
    #expect(a.accelerometerScale == b.accelerometerScale)
    #expect(a.gyroscopeBias == b.gyroscopeBias)
    for compass in stride(from: 0.0, to: 360, by: 30) {
      let heading = Heading<MagneticNorth>(degrees: compass)
      let difference =
        (a.deviation?.deviation(at: heading) ?? .zero)
        - (b.deviation?.deviation(at: heading) ?? .zero)
      #expect(abs(difference.degrees) < 1e-12)
    }
    #expect((a.deviation == nil) == (b.deviation == nil))
    #expect(a.load?.delay == b.load?.delay && a.load?.range == b.load?.range)
    #expect(((a.load?.field ?? .zero) - (b.load?.field ?? .zero)).length < 1e-18)
    #expect(((a.temperature?.field ?? .zero) - (b.temperature?.field ?? .zero)).length < 1e-18)
    #expect(abs((a.temperature?.reference ?? 0) - (b.temperature?.reference ?? 0)) < 1e-9)
    #expect(abs((a.headingError?.degrees ?? 0) - (b.headingError?.degrees ?? 0)) < 1e-12)
    #expect(
      abs((a.headingErrorTilt20?.degrees ?? 0) - (b.headingErrorTilt20?.degrees ?? 0)) < 1e-12)
    #expect(
      abs((a.headingErrorTilt45?.degrees ?? 0) - (b.headingErrorTilt45?.degrees ?? 0)) < 1e-12)
    #expect(abs((one.temperatures?.lowerBound ?? 0) - (other.temperatures?.lowerBound ?? 0)) < 1e-9)
    #expect(abs((one.temperatures?.upperBound ?? 0) - (other.temperatures?.upperBound ?? 0)) < 1e-9)
    #expect(one.model == other.model && one.modelEpoch == other.modelEpoch)
    #expect(one.coverage == other.coverage && one.rung == other.rung)
    #expect(one.samplesUsed == other.samplesUsed)
    #expect(one.history.map(\.checksum) == other.history.map(\.checksum))
    #expect(one.history.map(\.created) == other.history.map(\.created))
    #expect(one.sensor == other.sensor)
    #expect(one.created == other.created)
    #expect(one.place == other.place)
    #expect(one.mount == other.mount)
    #expect(abs((one.fieldStrength ?? 0) - (other.fieldStrength ?? 0)) < 1e-18)
    #expect(abs((one.inclination?.degrees ?? 0) - (other.inclination?.degrees ?? 0)) < 1e-12)
  }

  @Test func `a profile is restored from its file`() throws {
    let profile = try fullProfile()
    let file = folder.appendingPathComponent("full.json")
    try profile.write(to: file)
    expectSame(try CalibrationProfile(contentsOf: file), profile)
    let bare = CalibrationProfile(parameters: CalibrationParameters())
    try bare.write(to: file)
    expectSame(try CalibrationProfile(contentsOf: file), bare)
  }

  @Test func `a file truncated at any byte is refused or complete`() throws {
    let profile = try fullProfile()
    let whole = folder.appendingPathComponent("whole.json")
    try profile.write(to: whole)
    let data = try Data(contentsOf: whole)
    let expected = try CalibrationProfile(contentsOf: whole)
    let torn = folder.appendingPathComponent("torn.json")
    for length in 0...data.count {
      try data.prefix(length).write(to: torn)
      do {
        let read = try CalibrationProfile(contentsOf: torn)
        #expect(read == expected)
        #expect(length == data.count)
      } catch {
        // Without its last line end it is still JSON, but altered.
        switch error {
        case .torn: break
        case .altered: #expect(length == data.count - 1)
        default: Issue.record("\(length) bytes: \(error)")
        }
        #expect(error.description.contains("torn.json"))
      }
    }
  }

  @Test(
    arguments: [
      (#"{"version":1,"soft_iron":[[1,0,0],[0,1,0],[0,0,1]]}"#, "hard_iron"),
      (#"{"version":1,"hard_iron":[1,2],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]]}"#, "hard_iron"),
      (#"{"version":1,"hard_iron":[1,2,"x"],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]]}"#, "hard_iron"),
      (#"{"version":1,"hard_iron":[1,2,null],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]]}"#, "hard_iron"),
      (#"{"version":1,"hard_iron":[1,2,3],"soft_iron":[[1,0,0],[0,1,0]]}"#, "soft_iron"),
      (#"{"hard_iron":[1,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]]}"#, "version"),
      (
        #"{"version":1,"hard_iron":[1,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]],"mount_matrix":[[1,0,0],[0,1,0],[0,0,0]]}"#,
        "mount_matrix"
      ),
      (
        #"{"version":2,"hard_iron":[1,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]],"gyroscope_mount_matrix":[[1,0,0],[0,1,0],[0,0,0]]}"#,
        "gyroscope_mount_matrix"
      ),
      (
        #"{"version":1,"hard_iron":[1,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]],"created":"yesterday"}"#,
        "created"
      ),
      (
        #"{"version":1,"hard_iron":[1,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]],"place":{"latitude":91,"longitude":0}}"#,
        "place"
      ),
      (
        #"{"version":2,"hard_iron":[1,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]],"hard_irom":[1,2,3]}"#,
        "hard_irom"
      ),
      (
        #"{"version":1,"hard_iron":[1,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]],"place":{"latitude":1,"longitude":0,"lat":1}}"#,
        "place.lat"
      ),
      (
        #"{"version":2,"hard_iron":[1,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]],"history":[{"checksum":"1","note":"x"}]}"#,
        "history.note"
      ),
    ])
  func `a missing or wrong field is named`(text: String, field: String) {
    do {
      _ = try load(text)
      Issue.record("accepted")
    } catch {
      guard case .malformed(_, let named, _)? = error as? ProfileError else {
        Issue.record("\(error)")
        return
      }
      #expect(named.hasPrefix(field))
    }
  }

  @Test(
    arguments: [
      #"{"version":1,"hard_iron":[NaN,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]]}"#,
      #"{"version":1,"hard_iron":[1e999,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]]}"#,
      #"{"version":1,"hard_iron":[9000,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]]}"#,
      #"{"version":1,"hard_iron":[1,2,3],"soft_iron":[[0,0,0],[0,0,0],[0,0,0]]}"#,
      #"{"version":1,"hard_iron":[1,2,3],"soft_iron":[[-1,0,0],[0,1,0],[0,0,1]]}"#,
      #"{"version":1,"hard_iron":[1,2,3],"soft_iron":[[1e200,0,0],[0,1e200,0],[0,0,1]]}"#,
      #"{"version":1,"hard_iron":[1,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]],"predicted_heading_error":{"level":-1}}"#,
      #"{"version":1,"hard_iron":[1,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]],"field_strength":470}"#,
      #"{"version":1,"hard_iron":[1,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]],"field_strength":-47}"#,
      #"{"version":1,"hard_iron":[1,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]],"inclination":91}"#,
      #"{"version":2,"hard_iron":[1,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]],"coverage":84}"#,
      #"{"version":2,"hard_iron":[1,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]],"temperature":{"minimum":30,"maximum":20}}"#,
      #"{"version":2,"hard_iron":[1,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]],"predicted_heading_error":{"level":1,"tilt45":181}}"#,
      #"{"version":0,"hard_iron":[1,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]]}"#,
      #"{"version":3,"hard_iron":[1,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]]}"#,
      "[]", "null", "42", "\u{FEFF}", "{}",
    ])
  func `implausible values are refused`(text: String) {
    #expect(throws: ProfileError.self) { try load(text) }
  }

  @Test(arguments: [1, 2])
  func `a profile written by hand needs no checksum`(version: Int) throws {
    let profile = try load(
      #"{"version":\#(version),"hard_iron":[1,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]]}"#)
    #expect((profile.parameters.hardIron - Vector3(1e-6, 2e-6, 3e-6)).length < 1e-18)
  }

  @Test func `a profile with one changed digit is refused as altered`() throws {
    let text = String(decoding: try fullProfile().content(), as: UTF8.self)
    #expect(text.contains("\"coverage\" : 0.75"))
    #expect {
      try load(text.replacing("0.75", with: "0.85"))
    } throws: { error in
      if case .altered? = error as? ProfileError { true } else { false }
    }
    let unsealed = text.split(separator: "\n").filter {
      !$0.contains("\"checksum\" : \"") || $0.hasPrefix("      ")
    }
    #expect(
      try load(unsealed.joined(separator: "\n").replacing("0.75", with: "0.85")).coverage == 0.85)
  }

  @Test func `a profile with NaN does not replace a valid one`() throws {
    let file = folder.appendingPathComponent("kept.json")
    try fullProfile().write(to: file)
    let before = try Data(contentsOf: file)
    var bad = try fullProfile()
    bad.parameters.hardIron.x = .nan
    #expect(throws: ProfileError.self) { try bad.write(to: file) }
    #expect(try Data(contentsOf: file) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["kept.json"])
  }

  @Test func `a newer version is refused`() {
    do {
      _ = try load(#"{"version":7,"hard_iron":[1,2,3],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]]}"#)
      Issue.record("accepted")
    } catch {
      guard case .unsupportedVersion(_, 7)? = error as? ProfileError else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func `a missing file is unreadable, a missing folder unwritable`() {
    let nowhere = folder.appendingPathComponent("no/where.json")
    #expect {
      try CalibrationProfile(contentsOf: nowhere)
    } throws: { error in
      if case .unreadable? = error as? ProfileError { true } else { false }
    }
    #expect {
      try CalibrationProfile(parameters: CalibrationParameters()).write(to: nowhere)
    } throws: { error in
      if case .unwritable? = error as? ProfileError { true } else { false }
    }
  }

  @Test func `the default folders depend on the environment`() {
    let store = ProfileStore(environment: ["XDG_CONFIG_HOME": "/x", "HOME": "/h"])
    #expect(
      store.folders.map(\.path) == ["/x/headingd/profiles", "/etc/headingd/profiles"])
    #expect(
      ProfileStore(environment: ["HOME": "/h"]).folders.first?.path
        == "/h/.config/headingd/profiles")
    #expect(ProfileStore(environment: [:]).folders.map(\.path) == ["/etc/headingd/profiles"])
  }

  @Test func `each sensor's mount is written and read, a mirrored one too`() throws {
    var profile = try fullProfile()
    profile.mounts = [
      .magnetometer: try MountMatrix(words: "x=left,y=forward,z=up"),
      .accelerometer: try MountMatrix(words: "x=forward,y=left"),
      .gyroscope: try MountMatrix(words: "x=left,y=up,z=backward"),
    ]
    #expect(profile.mounts[.gyroscope]?.isMirrored == true)
    let file = folder.appendingPathComponent("mounts.json")
    try profile.write(to: file)
    #expect(try CalibrationProfile(contentsOf: file).mounts == profile.mounts)
  }

  @Test func `each sensor's calibration is rotated with its own mount`() throws {
    var profile = try fullProfile()
    let mirrored = try MountMatrix(words: "x=left,y=forward,z=up")
    let turned = try MountMatrix(words: "x=forward,y=left")
    let mounts: [SensorKind: MountMatrix] = [
      .magnetometer: .identity, .accelerometer: .identity, .gyroscope: .identity,
    ]
    profile.mounts = mounts
    let before = profile.parameters
    // The magnetometer alone is found to be mirrored.
    var new = mounts
    new[.magnetometer] = mirrored
    var after = profile.parameters(under: new)
    #expect(after.isRotated && after.parameters.hardIron == mirrored * before.hardIron)
    #expect(after.parameters.accelerometerBias == before.accelerometerBias)
    #expect(after.parameters.gyroscopeBias == before.gyroscopeBias)
    // An old profile does not know the others' mounts: a reflection is not theirs.
    profile.mounts = [.magnetometer: .identity]
    #expect(
      profile.parameters(under: new).parameters.accelerometerBias == before.accelerometerBias)
    profile.mounts = mounts
    new = mounts
    new[.gyroscope] = turned
    after = profile.parameters(under: new)
    #expect(after.isRotated && after.parameters.gyroscopeBias == turned * before.gyroscopeBias)
    #expect(after.parameters.hardIron == before.hardIron)
    #expect(!profile.parameters(under: mounts).isRotated)
  }

  @Test(arguments: ["x=forward,y=left", "x=down,y=forward", "x=backward,z=up"])
  func `the corrected field is the same in the chip's axes under both mounts`(
    words: String
  ) throws {
    let profile = try fullProfile()
    let old = try #require(profile.mount)
    let new = try MountMatrix(words: words)
    let (turned, isRotated) = profile.parameters(under: [.magnetometer: new])
    #expect(isRotated == (new != old))
    let original = profile.parameters
    for chip in [Vector3(30e-6, -10e-6, 25e-6), Vector3(-5e-6, 44e-6, 1e-6)] {
      let before = original.softIron * (old * chip - original.hardIron)
      let after = turned.softIron * (new * chip - turned.hardIron)
      let toChip = (old.matrix.transposed * before, new.matrix.transposed * after)
      #expect((toChip.0 - toChip.1).length < 1e-18)
      let force = chip * 2e5
      let pulled =
        original.accelerometerScale * (old * force - original.accelerometerBias)
      let pulledAfter = turned.accelerometerScale * (new * force - turned.accelerometerBias)
      #expect(
        (old.matrix.transposed * pulled - new.matrix.transposed * pulledAfter).length < 1e-12)
    }
    #expect(
      (old.matrix.transposed * original.gyroscopeBias
        - new.matrix.transposed * turned.gyroscopeBias).length < 1e-15)
  }
}

import Foundation
import HeadingGeometry
import HeadingSensing
import HeadingStorage
import HeadingTesting
import Testing

/// Storage, selection and replacement of profiles.
final class ProfileStoreTests {
  private let temporary: TemporaryFolder
  private var folder: URL { temporary.url }
  private let store: ProfileStore
  private let sensor = SensorIdentity(name: "lis3mdl", busAddress: "1-001c", serial: "A7")

  init() throws {
    temporary = try TemporaryFolder()
    store = ProfileStore(folders: [temporary.url.appendingPathComponent("profiles")])
  }

  private func profile(_ microtesla: Double, created: UniversalTime? = nil) -> CalibrationProfile {
    var parameters = CalibrationParameters()
    parameters.hardIron = Vector3(microtesla * 1e-6, 0, 0)
    var profile = CalibrationProfile(parameters: parameters)
    profile.created = created
    return profile
  }

  private func keeper() throws -> ProfileHistory { try #require(store.keeper(of: sensor.text)) }

  /// Hard iron of the profile selected for the sensor, µT.
  private func inUse() throws -> Double? {
    try store.profile(for: sensor).map { ($0.profile.parameters.hardIron.x * 1e6).rounded() }
  }

  @Test func `the last saved profile is active and has the previous one in its history`() throws {
    #expect(try store.profile(for: sensor) == nil)
    for value in [1.0, 2, 3] { try store.save(profile(value), for: sensor) }
    #expect(try inUse() == 3)
    let revisions = try keeper().revisions
    #expect(revisions.map(\.number) == [1, 2, 3])
    #expect(revisions.map(\.isActive) == [false, false, true])
    let history = try #require(try store.profile(for: sensor)).profile.history
    #expect(history.map(\.checksum) == [revisions[1].checksum, revisions[0].checksum])
  }

  @Test func `rollback activates the previous revision, use any, and all are kept`() throws {
    for value in [1.0, 2, 3] { try store.save(profile(value), for: sensor) }
    let keeper = try keeper()
    try keeper.use(try #require(keeper.previous))
    #expect(try inUse() == 2)
    try keeper.use(try #require(keeper.previous))
    #expect(try inUse() == 1)
    #expect(keeper.previous == nil)
    try keeper.use(try keeper.revision("3"))
    #expect(try inUse() == 3)
    try keeper.use(try keeper.revision(String(keeper.revisions[1].checksum.prefix(8))))
    #expect(try inUse() == 2)
    #expect(keeper.revisions.count == 3)
    #expect(throws: ProfileError.self) { try keeper.revision("7") }
    #expect(throws: ProfileError.self) { try keeper.revision("") }
  }

  @Test(arguments: ["", "{\"version\": 2,", "\0\0\0\0\0\0\0\0", "[]"])
  func `a truncated active profile is refused, and the last valid one replaces it`(
    text: String
  ) throws {
    for value in [1.0, 2] { try store.save(profile(value), for: sensor) }
    let keeper = try keeper()
    try Data(text.utf8).write(to: keeper.activeURL)
    let choice = try #require(try store.profile(for: sensor))
    #expect(try inUse() == 2)
    guard case .torn(keeper.activeURL.path, _)? = choice.refused else {
      Issue.record("\(String(describing: choice.refused))")
      return
    }
    // The next calibration replaces it.
    try store.save(profile(5), for: sensor)
    #expect(try #require(try store.profile(for: sensor)).refused == nil)
  }

  @Test func `a missing active profile is replaced by the last valid one`() throws {
    for value in [1.0, 2] { try store.save(profile(value), for: sensor) }
    let keeper = try keeper()
    try FileManager.default.removeItem(at: keeper.activeURL)
    try Data("{".utf8).write(to: try #require(keeper.revisions.last).url)
    let choice = try #require(try store.profile(for: sensor))
    #expect((choice.profile.parameters.hardIron.x * 1e6).rounded() == 1)
    #expect(choice.refused != nil)
  }

  @Test func `without a valid revision the refusal is an error`() throws {
    try FileManager.default.createDirectory(
      at: store.folders[0], withIntermediateDirectories: true)
    try Data("{".utf8).write(to: store.folders[0].appendingPathComponent("lis3mdl.json"))
    #expect {
      try store.profile(for: sensor)
    } throws: { error in
      if case .torn? = error as? ProfileError { true } else { false }
    }
  }

  @Test(
    arguments: [
      SensorIdentity(name: "ak8975"), SensorIdentity(name: "lis3mdl", busAddress: "1-001e"),
      SensorIdentity(name: "lis3mdl", busAddress: "1-001c", serial: "B8"),
    ])
  func `a profile of another chip, address or serial number is refused`(owner: SensorIdentity)
    throws
  {
    let file = folder.appendingPathComponent("foreign.json")
    var foreign = profile(1)
    foreign.sensor = owner
    try foreign.write(to: file)
    #expect {
      try ProfileStore.read(file, for: sensor, date: nil)
    } throws: { error in
      guard case .foreign? = error as? ProfileError else { return false }
      return "\(error)".contains("lis3mdl at 1-001c, serial A7")
    }
    foreign.sensor = SensorIdentity(name: "lis3mdl", serial: "A7")
    try foreign.write(to: file)
    _ = try ProfileStore.read(file, for: sensor, date: nil)
  }

  @Test func `a profile older than five years is refused if the date is known`() throws {
    let today = UniversalTime(year: 2026, month: 11, day: 21)
    try store.save(profile(1, created: UniversalTime(year: 2022, month: 1, day: 1)), for: sensor)
    try store.save(profile(2, created: UniversalTime(year: 2021, month: 11, day: 1)), for: sensor)
    #expect(try store.profile(for: sensor)?.refused == nil)
    let choice = try #require(try store.profile(for: sensor, date: today))
    guard case .stale? = choice.refused else {
      Issue.record("\(String(describing: choice.refused))")
      return
    }
    #expect((choice.profile.parameters.hardIron.x * 1e6).rounded() == 1)
  }

  @Test func `the most specific identity precedes, then the first folder`() throws {
    let second = ProfileStore(folders: [folder.appendingPathComponent("etc")])
    let both = ProfileStore(folders: store.folders + second.folders)
    try second.save(profile(1), for: SensorIdentity(name: "lis3mdl"))
    #expect(try both.profile(for: sensor)?.profile.parameters.hardIron.x == 1e-6)
    try store.save(profile(2), for: SensorIdentity(name: "lis3mdl"))
    #expect(try both.profile(for: sensor)?.profile.parameters.hardIron.x == 2e-6)
    try store.save(profile(3), for: SensorIdentity(name: "lis3mdl", busAddress: "1-001c"))
    try store.save(profile(4), for: SensorIdentity(name: "lis3mdl", busAddress: "1-001e"))
    #expect(try inUse() == 3)
  }

  @Test func `a profile copied by hand is stored as a revision before it is replaced`() throws {
    try FileManager.default.createDirectory(
      at: store.folders[0], withIntermediateDirectories: true)
    let keeper = ProfileHistory(folder: store.folders[0], sensor: sensor.text)
    try Data(
      #"{"version":1,"hard_iron":[9,0,0],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]]}"#.utf8
    ).write(to: keeper.activeURL)
    try store.save(profile(2), for: sensor)
    try keeper.use(try #require(keeper.previous))
    #expect(try inUse() == 9)
  }

  @Test func `the number of revisions is limited, and the active one is kept`() throws {
    for value in 1...ProfileHistory.kept { try store.save(profile(Double(value)), for: sensor) }
    let keeper = try keeper()
    try keeper.use(try keeper.revision("1"))
    for value in 101...110 { try store.save(profile(Double(value)), for: sensor) }
    #expect(keeper.revisions.count == ProfileHistory.kept)
    #expect(keeper.revisions.last?.number == ProfileHistory.kept + 10)
    #expect(try inUse() == 110)
  }

  @Test func `a failed write leaves the active profile unchanged`() throws {
    let file = folder.appendingPathComponent("file")
    try Data().write(to: file)
    #expect {
      try ProfileStore(folders: [file.appendingPathComponent("below")]).save(
        profile(1), for: sensor)
    } throws: { error in
      if case .unwritable? = error as? ProfileError { true } else { false }
    }
  }

  @Test func `a profile is specified by sensor, revision or file`() throws {
    #expect {
      try store.find(nil)
    } throws: { error in
      if case .ambiguous(sensors: [])? = error as? ProfileError { true } else { false }
    }
    for value in [1.0, 2] { try store.save(profile(value), for: sensor) }
    let keeper = try keeper()
    #expect(try store.find(nil).url == keeper.activeURL)
    #expect(try store.find(sensor.text).url == keeper.activeURL)
    #expect(try store.find("1").revision?.number == 1)
    #expect(try store.find(sensor.text + ":2").revision?.number == 2)
    let file = folder.appendingPathComponent("own.json")
    try profile(3).write(to: file)
    #expect(try store.find(file.path).keeper == nil)
    #expect(throws: ProfileError.self) { try store.find("nothing") }
    try store.save(profile(4), for: SensorIdentity(name: "ak8975"))
    #expect(throws: ProfileError.self) { try store.find(nil) }
    #expect {
      try store.find("1")
    } throws: { error in
      (error as? ProfileError) == .ambiguous(sensors: ["ak8975:1", sensor.text + ":1"])
    }
    #expect {
      try store.find("nosuch:1")
    } throws: { error in
      if case .unknown("nosuch:1", _)? = error as? ProfileError { true } else { false }
    }
  }

  @Test func `an equal revision is activated, not stored again`() throws {
    for value in [1.0, 2, 1, 2, 2] { try store.save(profile(value), for: sensor) }
    #expect(try keeper().revisions.map(\.number) == [1, 2])
    #expect(try store.save(profile(1), for: sensor).number == 1)
    #expect(try inUse() == 1)
  }

  @Test func `a profile of simulated sensors is refused for a real one`()
    throws
  {
    var made = profile(1)
    made.isSimulated = true
    let file = folder.appendingPathComponent("simulated.json")
    try made.write(to: file)
    let error = #expect(throws: ProfileError.self) {
      try ProfileStore.read(file, for: sensor, date: nil)
    }
    #expect(try #require(error).description.contains("SIMULATED"))
    let simulated = SensorIdentity(name: sensor.name, busAddress: SensorIdentity.simulatedBus)
    #expect(try ProfileStore.read(file, for: simulated, date: nil) == made)
    // A sensor without an address may be any real one, but not a simulated one.
    made.isSimulated = false
    made.sensor = simulated
    try made.write(to: file)
    #expect(throws: ProfileError.self) {
      try ProfileStore.read(file, for: SensorIdentity(name: sensor.name), date: nil)
    }
    made.isSimulated = true
    try store.save(made, for: sensor)
    #expect(throws: ProfileError.self) { try store.profile(for: sensor) }
  }

  @Test func `a profile saved for simulated sensors is always marked`() throws {
    let simulated = SensorIdentity(name: sensor.name, busAddress: SensorIdentity.simulatedBus)
    let kept = try store.save(profile(1), for: simulated)
    #expect(try CalibrationProfile(contentsOf: kept.url).isSimulated)
    let real = try store.save(profile(1), for: sensor)
    #expect(try !CalibrationProfile(contentsOf: real.url).isSimulated)
  }

  @Test func `a driver's name cannot leave the folder`() throws {
    let evil = SensorIdentity(name: "../../etc/passwd", busAddress: "a/b", serial: "../x")
    #expect(!evil.text.contains("/"))
    try store.save(profile(1), for: evil)
    #expect(
      FileManager.default.fileExists(
        atPath: store.folders[0].appendingPathComponent(evil.text + ".json").path))
    #expect(try store.profile(for: evil) != nil)
    #expect(SensorIdentity(text: "lis3mdl@1-001c,A7") == sensor)
    #expect(SensorIdentity(text: "lis3mdl") == SensorIdentity(name: "lis3mdl"))
    #expect(SensorIdentity(text: "@1-001c") == nil)
    for text in [
      "", ".", "..", "../x", "a/b", "a\u{0}", ".hidden", "a@../b", "a@..", "a,..", "a b",
    ] {
      #expect(SensorIdentity(text: text) == nil, "\(text)")
      #expect(ProfileStore(folders: [URL(fileURLWithPath: "/")]).keeper(of: text) == nil)
    }
    #expect(SensorIdentity(name: "..", busAddress: "../x").text == "_.@_._x")
    #expect(SensorIdentity(name: String(repeating: "x", count: 500)).text.utf8.count == 64)
  }

  /// Hard iron of 10 µT in a horizontal field of 25 µT changes its direction by up to arcsin 0.4 =
  /// 23.58°.
  @Test func `profiles are compared by the heading difference of their hard iron`() {
    var one = profile(0)
    one.fieldStrength = 50e-6
    one.inclination = Angle(degrees: 60)
    let comparison = ProfileComparison(one, profile(10))
    #expect(abs(comparison.largestHeading.degrees - 23.578) < 0.1)
    #expect(abs(comparison.hardIron.x - 10e-6) < 1e-12)
    #expect(ProfileComparison(one, one).largestHeading.degrees < 1e-9)
  }

  @Test func `a valid profile remains when saving is killed hundreds of times`()
    async throws
  {
    let program = try #require(Self.helper, "the helper is not built")
    let run = try await ToolRun.run(
      program, [folder.appendingPathComponent("killed").path, "300"], seconds: 500)
    let words = run.text.split(whereSeparator: \.isWhitespace)
    #expect(run.status == 0, "\(run.errors)")
    #expect(words.count == 6 && words[1] == "300", "\(run.text)")
    // The kills interrupted saving.
    #expect((Int(words[3]) ?? 0) > 10 && (Int(words[5]) ?? 0) > 0, "\(run.text)")
  }

  /// The helper beside the test bundle.
  private static var helper: String? {
    let bundle =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
    let path = URL(fileURLWithPath: bundle).deletingLastPathComponent()
      .appendingPathComponent("SaveUntilKilled").path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }
}

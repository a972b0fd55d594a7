import Foundation
import HeadingGeometry
import HeadingSensing
import HeadingStorage
import HeadingTesting
import Testing

/// Profiles as they are kept, chosen and replaced.
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

  private func keeper() throws -> ProfileKeeper { try #require(store.keeper(of: sensor.text)) }

  /// The hard iron of the profile that the sensor gets, µT.
  private func inUse() throws -> Double? {
    try store.profile(for: sensor).map { ($0.profile.parameters.hardIron.x * 1e6).rounded() }
  }

  @Test func `what was saved last is in use, and remembers what was before it`() throws {
    #expect(try store.profile(for: sensor) == nil)
    for value in [1.0, 2, 3] { try store.save(profile(value), for: sensor) }
    #expect(try inUse() == 3)
    let revisions = try keeper().revisions
    #expect(revisions.map(\.number) == [1, 2, 3])
    #expect(revisions.map(\.isActive) == [false, false, true])
    let history = try #require(try store.profile(for: sensor)).profile.history
    #expect(history.map(\.checksum) == [revisions[1].checksum, revisions[0].checksum])
  }

  @Test func `rollback goes back one by one, use goes anywhere, and nothing is lost`() throws {
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
  func `a torn profile in use is refused by name, and the last good one serves`(
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
    // The next calibration mends it.
    try store.save(profile(5), for: sensor)
    #expect(try #require(try store.profile(for: sensor)).refused == nil)
  }

  @Test func `a profile that vanished is replaced by the last good one`() throws {
    for value in [1.0, 2] { try store.save(profile(value), for: sensor) }
    let keeper = try keeper()
    try FileManager.default.removeItem(at: keeper.activeURL)
    try Data("{".utf8).write(to: try #require(keeper.revisions.last).url)
    let choice = try #require(try store.profile(for: sensor))
    #expect((choice.profile.parameters.hardIron.x * 1e6).rounded() == 1)
    #expect(choice.refused != nil)
  }

  @Test func `without any good one the refusal is an error`() throws {
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
  func `another chip's, address's or number's profile is foreign`(owner: SensorIdentity) throws {
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

  @Test func `a profile of more than five years is stale once the date is known`() throws {
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

  @Test func `the most exact identity wins, then the first folder`() throws {
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

  @Test func `a profile put there by hand is kept before it is replaced`() throws {
    try FileManager.default.createDirectory(
      at: store.folders[0], withIntermediateDirectories: true)
    let keeper = ProfileKeeper(folder: store.folders[0], sensor: sensor.text)
    try Data(
      #"{"version":1,"hard_iron":[9,0,0],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]]}"#.utf8
    ).write(to: keeper.activeURL)
    try store.save(profile(2), for: sensor)
    try keeper.use(try #require(keeper.previous))
    #expect(try inUse() == 9)
  }

  @Test func `only so many are kept, and the one in use always`() throws {
    for value in 1...ProfileKeeper.kept { try store.save(profile(Double(value)), for: sensor) }
    let keeper = try keeper()
    try keeper.use(try keeper.revision("1"))
    for value in 101...110 { try store.save(profile(Double(value)), for: sensor) }
    #expect(keeper.revisions.count == ProfileKeeper.kept)
    #expect(keeper.revisions.last?.number == ProfileKeeper.kept + 10)
    #expect(try inUse() == 110)
  }

  @Test func `a folder that cannot be written leaves what was in use`() throws {
    let file = folder.appendingPathComponent("file")
    try Data().write(to: file)
    #expect {
      try ProfileStore(folders: [file.appendingPathComponent("below")]).save(
        profile(1), for: sensor)
    } throws: { error in
      if case .unwritable? = error as? ProfileError { true } else { false }
    }
  }

  @Test func `people name a profile by sensor, revision or file`() throws {
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

  @Test func `a profile that is kept already is put into use, not kept again`() throws {
    for value in [1.0, 2, 1, 2, 2] { try store.save(profile(value), for: sensor) }
    #expect(try keeper().revisions.map(\.number) == [1, 2])
    #expect(try store.save(profile(1), for: sensor).number == 1)
    #expect(try inUse() == 1)
  }

  @Test func `a profile of simulated sensors is refused for a real one, whoever it was kept for`()
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
    // A sensor without an address could be any; one of simulated sensors it is not.
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

  @Test func `a profile kept for simulated sensors says so, whoever made it`() throws {
    let simulated = SensorIdentity(name: sensor.name, busAddress: SensorIdentity.simulatedBus)
    let kept = try store.save(profile(1), for: simulated)
    #expect(try CalibrationProfile(contentsOf: kept.url).isSimulated)
    let real = try store.save(profile(1), for: sensor)
    #expect(try !CalibrationProfile(contentsOf: real.url).isSimulated)
  }

  @Test func `a driver's name is no way out of the folder`() throws {
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

  /// Offsets of 10 µT across a horizontal field of 25 µT turn it by up to arcsin 0.4 = 23.58°.
  @Test func `two profiles differ by the angle that their offset turns the field`() {
    var one = profile(0)
    one.fieldStrength = 50e-6
    one.inclination = Angle(degrees: 60)
    let comparison = ProfileComparison(one, profile(10))
    #expect(abs(comparison.largestHeading.degrees - 23.578) < 0.1)
    #expect(abs(comparison.hardIron.x - 10e-6) < 1e-12)
    #expect(ProfileComparison(one, one).largestHeading.degrees < 1e-9)
  }

  @Test func `killed a thousand times in the middle of saving, a valid profile is always there`()
    async throws
  {
    let program = try #require(Self.helper, "the helper is not built")
    let run = try await ToolRun.run(
      program, [folder.appendingPathComponent("killed").path, "1000"], seconds: 500)
    let words = run.text.split(whereSeparator: \.isWhitespace)
    #expect(run.status == 0, "\(run.errors)")
    #expect(words.count == 6 && words[1] == "1000", "\(run.text)")
    // The moments were such that saving was under way.
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

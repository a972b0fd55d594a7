import Foundation
import Glibc
import HeadingAuthorization
import HeadingEngine
import HeadingGeometry
import HeadingMonitoring
import HeadingOutputs
import HeadingProtocol
import HeadingRecording
import HeadingSensing
import HeadingStorage
import HeadingTesting
import Testing

@testable import HeadingServer

/// What released versions wrote is read, and their lines and those of later versions are understood.
@Suite(.timeLimit(.minutes(5)))
struct CompatibilityTests {
  private static let folder = SharedData.packageRoot.appending(path: "Tests/Formats")

  /// The folders of the releases.
  private static let releases: [URL] = {
    let all = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.isDirectoryKey])
    return (all ?? []).filter(\.hasDirectoryPath)
  }()

  private func lines(_ file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  private func read(_ line: String) throws -> ServerLine {
    try MessageCoder().message(ServerLine.self, from: Data(line.utf8))
  }

  @Test func `there is a folder of this version's formats`() {
    #expect(Self.releases.map(\.lastPathComponent).contains(ProgramVersion.text))
  }

  @Test(arguments: releases)
  func `a client reads the lines of an older daemon, of every class`(release: URL) throws {
    var classes: Set<String> = []
    for line in try lines(release.appending(path: "stream.jsonl")) {
      let read = try read(line)
      if case .other(let kind) = read { Issue.record("\(kind) is not known any more") }
      let fields = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      classes.insert(fields["class"] as? String ?? "update")
      guard case .update(let update) = read else { continue }
      // Nothing of it is passed over: what is written again has the same keys and values.
      let again = try #require(
        JSONSerialization.jsonObject(with: Data(update.line)) as? [String: Any])
      for (key, value) in fields {
        #expect((again[key] as? NSObject)?.isEqual(value as? NSObject) == true, "\(key)")
      }
    }
    #expect(
      classes.isSuperset(of: [
        "greeting", "update", "sample", "recording", "notice", "missed", "request", "status",
        "calibration", "profiles", "authorization", "authorizations", "monitoring", "question",
        "load", "failure", "error",
      ]))
  }

  @Test func `a client ignores additions of a newer daemon`() throws {
    let read = try lines(Self.folder.appending(path: "newer.jsonl")).map { try self.read($0) }
    guard case .greeting(let greeting) = read[0], case .status(let status) = read[2],
      case .sample(let sample) = read[3], case .failure(let failure) = read[4],
      case .request(let request) = read[5]
    else {
      Issue.record("other classes: \(read)")
      return
    }
    #expect(greeting.has(.recording) && greeting.version == Greeting.currentVersion)
    #expect(read[1] == .other("constellation"))
    #expect(status.sensors.map(\.sensor) == ["lidar"] && status.recorder == "dreaming")
    #expect(sample.sensor == "lidar" && failure.command == "sing")
    #expect(request.rate == 5 && request.contents?.contains(.updates) == true)
  }

  @Test(arguments: releases)
  func `the daemon serves an older client`(release: URL) async throws {
    let folder = try TemporaryFolder()
    let authorizer = ProgramAuthorizer(
      scope: .announced,
      decisions: DecisionStore(file: nil, administrator: folder.url.appending(path: "none")) {
        Issue.record("\($0)")
      }, radios: RadioSwitches(folder: "/nonexistent"))
    let running = try await RunningServer.start(
      authorizer: authorizer, recordings: (begin: {}, end: {})
    ) { $0.requestsPerSecond = 1000 }
    let client = try RawClient(path: running.path)
    _ = await client.lines { $0.contains("greeting") }
    for line in try lines(release.appending(path: "requests.jsonl")) {
      // A question waits for its user, who is not here.
      if line.contains("request_authorization") { continue }
      client.send((line + "\n").utf8)
      let answers = await client.lines { _ in true }
      let answer = try #require(answers.last, "cut off after \(line)")
      #expect(!answer.contains(#""class":"error""#), "\(line): \(answer)")
      #expect(!answer.contains("is not known"), "\(line): \(answer)")
    }
    await running.stop()
  }

  @Test(arguments: releases)
  func `profiles of every version are read`(release: URL) throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: release, includingPropertiesForKeys: nil
    ).filter { $0.lastPathComponent.hasPrefix("profile-") }
    #expect(!files.isEmpty)
    for file in files {
      let profile = try CalibrationProfile(contentsOf: file)
      #expect(profile.parameters.hardIron.length > 0)
    }
  }

  @Test(arguments: releases)
  func `a recording is replayed to its end, and gives a heading`(release: URL) throws {
    let bytes = [UInt8](try Data(contentsOf: release.appending(path: "recording.mcap")))
    var replay = try EventReplay(bytes)
    var headings = 0
    while let solution = try replay.next() {
      if !solution.magneticHeading.isMissing { headings += 1 }
    }
    #expect(headings > 50)
    var rows = try RecordingReader(Data(contentsOf: release.appending(path: "recording.csv")))
    var count = 0
    while rows.next() != nil { count += 1 }
    #expect(count == 3 && rows.badRows.isEmpty)
  }

  @Test(arguments: releases)
  func `the daemon's stored state and settings are restored`(release: URL) throws {
    let state = try #require(try ServiceState.read(release.appending(path: "state.json")))
    #expect(state.engine.gyroscopeBias == Vector3(0.001, -0.002, 0.25))
    #expect(state.engine.magneticField == Vector3(2e-5, 0, -4e-5))
    let decisions = DecisionStore(
      file: release.appending(path: "decisions.json"),
      administrator: release.appending(path: "authorization.json")
    ) { Issue.record("\($0)") }
    #expect(decisions.decisions.map(\.program) == ["/usr/bin/navigator"])
    #expect(decisions.ruling.rules.count == 3 && decisions.ruling.restricted == ["/usr/games/quiz"])
    let authorizer = ProgramAuthorizer(
      scope: .announced, decisions: decisions, radios: RadioSwitches(folder: "/nonexistent"))
    let commands = MonitoringService(
      authorizer: authorizer, launcher: nil, file: release.appending(path: "monitoring.json")
    ) { Issue.record("\($0)") }
    #expect(commands.registrations.map(\.name) == ["home"])
    #expect(commands.registrations.first?.regions.count == 1)
    let configuration = try ServiceConfiguration(
      contentsOf: release.appending(path: "headingd.yaml").path, environment: [:],
      outputs: OutputKinds.all)
    #expect(configuration.sensors.uri == "ip:hat.local:30431")
    #expect(configuration.access.tcp == "full" && configuration.outputs.count == 1)
  }
}

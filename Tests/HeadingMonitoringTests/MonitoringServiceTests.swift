import Foundation
import Glibc
import HeadingProtocol
import HeadingSensing
import HeadingTesting
import Synchronization
import Testing

@testable import HeadingAuthorization
@testable import HeadingMonitoring

/// Programs that do not run are started for what they watch.
@Suite(.timeLimit(.minutes(5)))
struct MonitoringServiceTests {
  /// Takes note of what would be started: no systemd behind it.
  private final class MockLauncher: ProgramLauncher {
    private let state = Mutex<[String]>([])
    var launches: [String] { state.withLock { $0 } }
    func serves(_ user: UInt32) -> Bool { true }

    func launch(
      _ program: String, user: UInt32, for event: Registration.Event,
      _ complain: @escaping @Sendable (String) -> Void
    ) {
      state.withLock { $0.append("\(program) \(user) \(event.rawValue)") }
    }
  }

  private static let program = "/usr/bin/example"

  private let folder: TemporaryFolder
  private let decisions: DecisionStore
  private let authorizer: ProgramAuthorizer
  private let launcher = MockLauncher()
  private let commands: MonitoringService

  init() throws {
    folder = try TemporaryFolder()
    decisions = DecisionStore(
      file: nil, administrator: folder.url.appendingPathComponent("none")
    ) { _ in }
    authorizer = ProgramAuthorizer(
      scope: .announced, decisions: decisions, radios: RadioSwitches(folder: "/nonexistent"))
    commands = MonitoringService(
      authorizer: authorizer, launcher: launcher, file: folder.url.appendingPathComponent("m.json")
    ) { Issue.record("\($0)") }
  }

  private func peer(_ program: String = Self.program) -> PeerProgram {
    PeerProgram(executable: program, user: 1000, run: .init(process: 1, start: 1))
  }

  @Test func `a user's registrations leave room for those of others`() {
    for number in 0..<200 {
      var other = peer("/usr/bin/example\(number)")
      other.user = 2000
      _ = commands.register(other, command(visits: true))
    }
    #expect(commands.registrations.count == MonitoringService.maximumPerUser)
    #expect(commands.register(peer(), command(visits: true)) != nil)
    commands.settle()
  }

  private func command(
    _ regions: [MonitoredRegion] = [], significantChanges: Bool = false, visits: Bool = false
  ) -> MonitoringRequest {
    MonitoringRequest(
      name: "", regions: regions, significantChanges: significantChanges, visits: visits)
  }

  /// A circle of 100 m about 47° N 8° E.
  private func circle(entry: Bool = true, exit: Bool = true) -> MonitoredRegion {
    MonitoredRegion(latitude: 47, longitude: 8, radius: 100, entry: entry, exit: exit)
  }

  /// Places every ten seconds, so many metres north of 47° N 8° E.
  private func drive(
    _ commands: MonitoringService, _ metres: Double, _ seconds: ClosedRange<Int>,
    isSimulated: Bool = false
  ) {
    for second in stride(from: seconds.lowerBound, through: seconds.upperBound, by: 10) {
      var message = SolutionMessage(
        bootTime: Double(second), headingAxis: "+y", status: .invalid, reasons: [],
        simulated: isSimulated, latency: 0)
      message.latitude = 47 + metres / 111_195
      message.longitude = 8
      message.horizontalAccuracy = 5
      message.fixAge = 0
      commands.take(message)
    }
    commands.settle()
  }

  @Test func `a program with the grant always is started when the device enters its region`() throws
  {
    decisions.decide(Self.program, user: 1000, .init(.always))
    let answer = try #require(commands.register(peer(), command([circle(exit: false)])))
    #expect(answer.regions == 1 && answer.launches)
    drive(commands, 2000, 10...60)
    #expect(launcher.launches.isEmpty)
    // Inside, but not yet for twenty seconds.
    drive(commands, 10, 70...80)
    #expect(launcher.launches.isEmpty)
    drive(commands, 10, 90...120)
    #expect(launcher.launches == ["\(Self.program) 1000 region"])
    // Leaving was not asked for.
    drive(commands, 2000, 200...300)
    #expect(launcher.launches.count == 1)
    // Nothing any more once it is registered for nothing.
    _ = commands.register(peer(), command())
    drive(commands, 10, 400...500)
    #expect(launcher.launches.count == 1 && commands.registrations.isEmpty)
  }

  @Test(arguments: [AuthorizationGrant.whenInUse, .denied, nil])
  func `without always nothing is started`(_ grant: AuthorizationGrant?) throws {
    decisions.decide(Self.program, user: 1000, grant.map { AuthorizationPolicy.Record($0) })
    // Another user's decision is not this one's.
    decisions.decide(Self.program, user: 1001, .init(.always))
    let answer = try #require(
      commands.register(peer(), command([circle()], significantChanges: true, visits: true)))
    #expect(!answer.launches)
    drive(commands, 2000, 10...400)
    drive(commands, 10, 410...800)
    #expect(launcher.launches.isEmpty)
  }

  @Test func `with reduced accuracy it is started for visits only`() throws {
    decisions.decide(Self.program, user: 1000, .init(.always, isReduced: true))
    _ = commands.register(peer(), command([circle()], significantChanges: true, visits: true))
    drive(commands, 2000, 10...20)
    drive(commands, 10, 400...800)
    #expect(launcher.launches == ["\(Self.program) 1000 visit"])
  }

  @Test func `a program that is connected is not started`() async throws {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let credentials = PeerCredentials(process: getpid(), user: getuid(), group: getgid())
    decisions.decide(program, user: getuid(), .init(.always))
    let visit = try #require(await authorizer.enter(credentials, handle: -1) {})
    _ = commands.register(visit.program, command([circle()]))
    drive(commands, 2000, 10...20)
    drive(commands, 10, 30...100)
    #expect(launcher.launches.isEmpty)
    authorizer.leave(visit)
    drive(commands, 2000, 200...300)
    #expect(launcher.launches == ["\(program) \(getuid()) region"])
  }

  @Test
  func `half a kilometre and five minutes are a significant change; the first position is not`()
    throws
  {
    decisions.decide(Self.program, user: 1000, .init(.always))
    _ = commands.register(peer(), command(significantChanges: true))
    drive(commands, 0, 10...20)
    drive(commands, 600, 30...300)
    #expect(launcher.launches.isEmpty)
    drive(commands, 600, 310...320)
    #expect(launcher.launches == ["\(Self.program) 1000 significant_change"])
    drive(commands, 1000, 700...710)
    #expect(launcher.launches.count == 1)
  }

  @Test func `a restarted daemon continues with the state of the last one`() throws {
    decisions.decide(Self.program, user: 1000, .init(.always))
    _ = commands.register(peer(), command([circle()], significantChanges: true))
    drive(commands, 2000, 10...20)
    let file = folder.url.appendingPathComponent("m.json")
    func next(_ complain: @escaping @Sendable (String) -> Void) -> MonitoringService {
      MonitoringService(authorizer: authorizer, launcher: launcher, file: file, complain: complain)
    }
    // The device has been carried into the circle meanwhile: both are noticed.
    let second = next { Issue.record("\($0)") }
    drive(second, 10, 1...11)
    #expect(launcher.launches == ["\(Self.program) 1000 significant_change"])
    // Crossed for good at 21 s, when it has just been started.
    drive(second, 10, 21...61)
    #expect(launcher.launches.count == 1)
    drive(second, 2000, 200...300)
    #expect(launcher.launches.last == "\(Self.program) 1000 region")
    // Of a damaged file nothing is used.
    let text = try String(contentsOf: file, encoding: .utf8)
    try Data(text.replacingOccurrences(of: "100", with: "900").utf8).write(to: file)
    let complaints = Mutex<[String]>([])
    let third = next { complaint in complaints.withLock { $0.append(complaint) } }
    #expect(third.registrations.isEmpty)
    #expect(complaints.withLock { $0.count } == 1)
  }

  @Test func `simulated positions start nothing and leave the state of real ones unchanged`() throws
  {
    decisions.decide(Self.program, user: 1000, .init(.always))
    _ = commands.register(peer(), command([circle()], significantChanges: true))
    drive(commands, 2000, 10...60)
    let file = folder.url.appendingPathComponent("m.json")
    let kept = try Data(contentsOf: file)
    drive(commands, 10, 400...2000, isSimulated: true)
    #expect(launcher.launches.isEmpty)
    #expect(try Data(contentsOf: file) == kept)
    // Where it was, the device has not left; it goes in for the first time.
    drive(commands, 2000, 2010...2100)
    #expect(launcher.launches.isEmpty)
    drive(commands, 10, 2200...2260)
    #expect(launcher.launches.first == "\(Self.program) 1000 significant_change")
  }

  @Test func `too many registrations and invalid circles are refused`() {
    let wrong = [
      MonitoredRegion(latitude: 91, longitude: 8, radius: 1, entry: true, exit: true),
      MonitoredRegion(latitude: 47, longitude: 800, radius: 1, entry: true, exit: true),
      MonitoredRegion(latitude: 47, longitude: 8, radius: 0, entry: true, exit: true),
      MonitoredRegion(latitude: 47, longitude: 8, radius: 1e9, entry: true, exit: true),
    ]
    for region in wrong { #expect(commands.register(peer(), command([region])) == nil) }
    let many = Array(repeating: circle(), count: MonitoringService.maximumRegionCount + 1)
    #expect(commands.register(peer(), command(many)) == nil)
    // One of each name; sixteen a program.
    for number in 0..<20 {
      var named = command(visits: true)
      named.name = "monitor \(number)"
      let (first, again) = (commands.register(peer(), named), commands.register(peer(), named))
      #expect((first != nil) == (number < 16) && (again != nil) == (number < 16))
    }
    #expect(commands.registrations.count == 16)
    for number in 0..<MonitoringService.maximumCount {
      var other = peer("/usr/bin/\(number)")
      other.user += UInt32(number / 16)
      _ = commands.register(other, command(visits: true))
    }
    #expect(commands.registrations.count == MonitoringService.maximumCount)
    #expect(commands.register(peer("/usr/bin/another"), command(visits: true)) == nil)
    // What is still to be written has a folder until then.
    commands.settle()
  }

  @Test func `a unit's name identifies its program uniquely`() {
    let launcher = SystemdLauncher(manager: .user, socket: "/run/x/s")
    let unit = SystemdLauncher.unit("/usr/bin/na vi\u{E4}@1", user: 1000)
    #expect(unit.hasPrefix("headingd-na_vi__1-") && unit.hasSuffix(".service"))
    #expect(unit != SystemdLauncher.unit("/usr/bin/na vi\u{E4}@1", user: 1001))
    let (tool, arguments) = launcher.command("/usr/bin/--user", user: getuid(), for: .region)
    #expect(tool == "/usr/bin/systemd-run" && arguments.first == "--user")
    #expect(arguments.suffix(2) == ["--", "/usr/bin/--user"])
    #expect(arguments.contains("--setenv=HEADINGD_SOCKET=/run/x/s"))
  }

  @Test(
    arguments: ["/usr/bin/navigator", "/opt/na vi\u{E4}-2@\\x2d/$HOME/%i;x", "/../a\"'`\n"],
    [Registration.Event.region, .significantChange])
  func `a system unit is an instance whose name systemd decodes to the path`(
    program: String, event: Registration.Event
  ) async throws {
    let launcher = SystemdLauncher(manager: .system, socket: nil)
    let (tool, arguments) = launcher.command(program, user: 1000, for: event)
    #expect(tool == "/usr/bin/systemctl" && arguments.first == "start")
    let unit = try #require(arguments.last)
    #expect(unit.wholeMatch(of: /headingd-program-1000@[A-Za-z0-9:_.\\-]+\.service/) != nil)
    guard ToolRun.isInstalled("systemd-escape") else { return }
    let read = try await ToolRun.run("systemd-escape", ["--unescape", "--instance", unit])
    #expect(read.text == "\(event.rawValue):\(program)\n", "\(read.errors)")
  }

  @Test func `only programs of users with a template are started`() throws {
    let told = Mutex<[String]>([])
    var launcher = SystemdLauncher(manager: .system, socket: nil, tool: "/bin/false")
    launcher.folders = [folder.url.path]
    try folder.put("headingd-program-1000@.service")
    #expect(launcher.serves(1000) && !launcher.serves(0) && !launcher.serves(100))
    launcher.launch("/usr/bin/navigator", user: 0, for: .visit) { text in
      told.withLock { $0.append(text) }
    }
    #expect(
      told.withLock { $0 } == [
        "/usr/bin/navigator of user 0 is not started: there is no unit headingd-program-0@.service"
      ])
  }

  /// A user's systemd of its own in a container that looks booted, until its input ends.
  private static let container = """
    bwrap --dev-bind / / --tmpfs /run --dir /run/systemd/system --die-with-parent \
      sh -c '/usr/lib/systemd/systemd --user --log-target=null & while read -r x; do :; done; kill $!' \
      >/dev/null 2>&1
    """

  @Test(
    .enabled(
      if: getuid() == 0 && ToolRun.isInstalled("bwrap") && ToolRun.isInstalled("systemd-run")
        && FileManager.default.isExecutableFile(atPath: "/usr/lib/systemd/systemd"),
      "needs root, bubblewrap and systemd"))
  func `the real systemd-run starts the program as a unit, with the reason of its start`()
    async throws
  {
    let runtime = folder.url.path + "/run"
    try FileManager.default.createDirectory(
      atPath: runtime, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let systemd = Process()
    let lifeline = Pipe()
    systemd.executableURL = URL(fileURLWithPath: "/bin/sh")
    systemd.arguments = ["-c", Self.container]
    systemd.environment = ["XDG_RUNTIME_DIR": runtime, "PATH": "/usr/bin:/bin", "HOME": "/root"]
    systemd.standardInput = lifeline
    try systemd.run()
    defer { try? lifeline.fileHandleForWriting.close() }
    let program = try folder.put(
      "program",
      "#!/bin/sh\necho \"$CORELOCATION_LAUNCH $HEADINGD_SOCKET\" >'\(folder.url.path)/told'\n")
    let tool = try folder.put(
      "systemd-run", "#!/bin/sh\nXDG_RUNTIME_DIR='\(runtime)' exec /usr/bin/systemd-run \"$@\"\n")
    for path in [program, tool] { chmod(path, 0o755) }
    // Where its own socket is, systemd answers.
    let isReady = try await appears(runtime + "/systemd/private")
    try #require(isReady, "systemd did not start")
    decisions.decide(program, user: getuid(), .init(.always))
    let commands = MonitoringService(
      authorizer: authorizer,
      launcher: SystemdLauncher(manager: .user, socket: "/run/x/s", tool: tool), file: nil
    ) { Issue.record("\($0)") }
    let peer = PeerProgram(
      executable: program, user: getuid(), run: .init(process: 1, start: 1))
    _ = commands.register(peer, command([circle()]))
    drive(commands, 2000, 10...20)
    drive(commands, 10, 30...100)
    let told = folder.url.path + "/told"
    #expect(try await appears(told))
    var text = ""
    // Written a moment after it was made.
    while text.isEmpty { text = try String(contentsOfFile: told, encoding: .utf8) }
    #expect(text == "region /run/x/s\n")
  }

  /// Waits for a file, at most half a minute; looks every 20 ms.
  private func appears(_ path: String) async throws -> Bool {
    for _ in 0..<1500 {
      if FileManager.default.fileExists(atPath: path) { return true }
      try await Task.sleep(for: .milliseconds(20))
    }
    return false
  }
}

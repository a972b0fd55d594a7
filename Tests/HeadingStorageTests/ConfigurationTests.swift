import Foundation
import HeadingGeometry
import HeadingSensing
import HeadingTesting
import Testing

@testable import HeadingStorage

/// Values and errors of the configuration file.
struct ConfigurationTests {
  private func read(
    _ yaml: String, _ environment: [String: String] = [:]
  ) throws(ConfigurationError) -> ServiceConfiguration {
    try ServiceConfiguration(yaml: yaml, path: "file.yaml", environment: environment)
  }

  private func problems(_ yaml: String, _ environment: [String: String] = [:]) -> [String] {
    do throws(ConfigurationError) {
      _ = try read(yaml, environment)
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test func `each sensor can have a mount of its own, a mirrored one too`() throws {
    let configuration = try read(
      """
      sensors:
        mount: x=forward,y=left
        magnetometer_mount: -1,0,0; 0,1,0; 0,0,1
        gyroscope_mount: x=left,y=forward,z=up
      """)
    #expect(
      configuration.sensors.mounts == [
        "x=forward,y=left", "magnetometer=-1,0,0; 0,1,0; 0,0,1",
        "gyroscope=x=left,y=forward,z=up",
      ])
  }

  @Test func `a network of NMEA 2000 is the receiver, or one beside gpsd`() throws {
    let network = try read(
      """
      nmea2000: {from: can0, true_heading_accuracy: 1.5, magnetic_heading_accuracy: 5, water_speed: false}
      """
    ).nmea2000
    #expect(network.from == "can0" && network.replacesReceiver)
    #expect(network.trueHeadingAccuracy == 1.5 && network.magneticHeadingAccuracy == 5)
    #expect(network.usesWaterSpeed == false)
    let beside = try read("sensors: {gpsd: hat}\nnmea2000: {from: can0, position: false}").nmea2000
    #expect(beside.from == "can0" && !beside.replacesReceiver)
    #expect(try !read("").nmea2000.replacesReceiver)
    for (text, word) in [
      ("{from: a/b}", "can0"), ("{from: ''}", "empty"), ("{from: can0123456789abc}", "can0"),
      ("{position: true}", "nmea2000.from"), ("{true_heading_accuracy: 0}", "degrees"),
      ("{from: can0, true_heading_accuracy: 90}", "degrees"), ("{from: can0, speed: 1}", "speed"),
    ] {
      #expect(problems("nmea2000: \(text)").joined().contains(word), "\(text)")
    }
    let two = problems("sensors: {gpsd: hat}\nnmea2000: {from: can0}")
    #expect(two.count == 1 && two[0].contains("position: false"))
  }

  @Test func `every value is read into its property`() throws {
    let configuration = try read(
      """
      sensors: {uri: "ip:hat.local:30431", mount: "x=forward,y=left", gpsd: none}
      place:
        latitude: -33.9
        longitude: 18.4
        altitude: 12
      listen:
        socket: /tmp/s
        port: 5450
      log: {level: debug}
      calibration: {continuous: apply}
      access: {control: [], heading: ["group:users", everyone], tcp: none}
      robot: {rate: 50, deadline: 0.1, coast_limit: 3, degraded_above: 5, stop_above: 30}
      outputs: {pigeon: []}
      """)
    // Not read by whoever gives no kinds of outputs.
    #expect(configuration.outputs.isEmpty)
    #expect(configuration.sensors.uri == "ip:hat.local:30431")
    #expect(configuration.sensors.mounts == ["x=forward,y=left"])
    #expect(configuration.sensors.gpsd == "none")
    #expect(configuration.place.latitude == -33.9)
    #expect(configuration.place.longitude == 18.4)
    #expect(configuration.place.altitude == 12)
    #expect(configuration.listen.socket == "/tmp/s")
    #expect(configuration.listen.port == 5450)
    #expect(configuration.log.level == "debug")
    #expect(configuration.calibration.continuous == "apply")
    #expect(
      problems("calibration: {continuous: always}").first?
        .contains("'always' is not off, propose or apply") == true)
    #expect(configuration.access.control == [])
    #expect(configuration.access.full == nil)
    #expect(configuration.access.heading == ["group:users", "everyone"])
    #expect(configuration.access.tcp == "none")
    #expect(configuration.robot.rate == 50 && configuration.robot.deadline == 0.1)
    #expect(configuration.robot.coastLimit == 3 && configuration.robot.degradedAbove == 5)
    #expect(configuration.robot.stopAbove == 30)
  }

  @Test func `the port for other machines is read`() throws {
    let tcp = try #require(
      try read(
        """
        listen:
          tcp: {address: "::", certificate: /c, key: /k, token_file: /t, client_ca: /a}
        access: {remote: control}
        """
      ).listen.tcp)
    #expect(tcp.address == "::" && tcp.port == 5450 && !tcp.isLocal)
    #expect(
      tcp.protection
        == .tls(certificate: "/c", key: "/k", tokenFile: "/t", clientAuthority: "/a"))
    #expect(tcp.isAnnounced)
    let open = try read(
      "listen: {tcp: {address: '::', port: 1, open_to_everyone_unencrypted: yes, announce: no}}")
    #expect(open.listen.tcp?.protection == RemoteConfiguration.Protection.none)
    #expect(open.listen.tcp?.isAnnounced == false)
    #expect(try read("listen: {tcp: {}}").listen.tcp == nil)
  }

  @Test(arguments: [
    ("{port: 1}", ["`address`", "`certificate`", "`key`", "neither `token_file` nor"]),
    ("{address: \"::\", certificate: /c, key: /k}", ["open_to_everyone_unencrypted"]),
    ("{address: \"::\", token_file: /t}", ["no `certificate`", "no `key`"]),
    ("{address: robot, open_to_everyone_unencrypted: yes}", ["not an address in numbers"]),
    (
      "{address: \"::\", open_to_everyone_unencrypted: yes, token_file: /t}",
      ["token_file: protects nothing"]
    ),
    (
      "{address: \"::\", open_to_everyone_unencrypted: no}",
      ["no `certificate`", "no `key`", "neither `token_file` nor"]
    ),
    ("{address: \"::\", certificate: c, key: /k, token_file: /t}", ["not an absolute path"]),
    (
      "{address: \"::\", open_to_everyone_unencrypted: perhaps}",
      ["perhaps", "no `c", "no `k", "neither"]
    ),
  ])
  func `a port for other machines is protected, or open in so many words`(
    section: String, expected: [String]
  ) {
    let found = problems("listen: {tcp: \(section)}")
    #expect(found.count == expected.count, "\(found)")
    for text in expected { #expect(found.contains { $0.contains(text) }, "\(found)") }
  }

  @Test func `everyone may not give orders`() {
    let found = problems(
      """
      listen: {tcp: {address: "::", open_to_everyone_unencrypted: yes}}
      access: {remote: control}
      """)
    #expect(found.count == 1 && found[0].contains("file.yaml:2:18: access.remote: would let"))
  }

  @Test func `the vehicle's properties are read`() throws {
    let navigation = try read(
      """
      navigation:
        motion: forward
        lever_arm: -0.5, 1.2, 0.3
        heave_point: 0, -2, -1.5
        fix_latency: 0.1
        coasting_limit: 25
        qnh: 1003.5
        gyroscope_bias: 0.5
      """
    ).navigation
    #expect(navigation.motion == .forward)
    #expect(
      navigation.leverArm.flatMap(NavigationConfiguration.vector) == Vector3(-0.5, 1.2, 0.3))
    #expect(navigation.fixLatency == 0.1)
    #expect(navigation.coastingLimit == 25)
    #expect(navigation.qnh == 1003.5)
    #expect(navigation.gyroscopeBias == 0.5)
  }

  @Test(arguments: ["", "# only a comment\n", "sensors:\nplace: ~\nlisten: null\n", "---\n...\n"])
  func `an empty file gives the defaults`(yaml: String) throws {
    var configuration = try read(yaml)
    configuration.origins = [:]
    configuration.text = ""
    #expect(configuration == ServiceConfiguration())
  }

  @Test(arguments: [
    ("sensors:\n  urii: x\n", "file.yaml:2:3: sensors.urii: is not known; known here are uri,"),
    ("sensor: {}\n", "file.yaml:1:1: sensor: is not known; known here are sensors,"),
    (
      "listen:\n  port: 70000\n", "file.yaml:2:9: listen.port: '70000' is not a whole number from 1"
    ),
    ("listen:\n  port: high\n", "file.yaml:2:9: listen.port: 'high' is not"),
    ("listen: {port: [1]}\n", "file.yaml:1:16: listen.port: is a list or section"),
    ("place: {latitude: 91, longitude: 0}", "file.yaml:1:19: place.latitude: '91' is not"),
    ("place: {latitude: nan, longitude: 0}", "file.yaml:1:19: place.latitude: 'nan' is not"),
    ("place:\n  latitude: 4\n", "file.yaml:2:13: place.latitude: latitude and longitude belong"),
    ("navigation: {motion: sideways}", "navigation.motion: 'sideways' is none of unknown,"),
    ("navigation: {lever_arm: '1,2'}", "navigation.lever_arm: '1,2' is not three numbers"),
    ("navigation: {heave_point: bow}", "navigation.heave_point: 'bow' is not three numbers"),
    ("navigation: {lever_arm: '1,2,nan'}", "navigation.lever_arm: '1,2,nan' is not three numbers"),
    ("navigation: {fix_latency: 3}", "navigation.fix_latency: '3' is not a number from 0.0 to 1.2"),
    ("navigation: {coasting_limit: 0}", "navigation.coasting_limit: '0' is not"),
    ("navigation: {gyroscope_bias: 0}", "navigation.gyroscope_bias: '0' is not a number from 0.01"),
    ("navigation: {qnh: 29.92}", "navigation.qnh: '29.92' is not a number from 850.0"),
    ("sensors:\n  mount: x=up,y=up\n", "file.yaml:2:10: sensors.mount: 'x=up,y=up' cannot be used"),
    (
      "sensors:\n  mount: 'magnetometer=x=up,y=up'\n",
      "file.yaml:2:10: sensors.mount: 'magnetometer=x=up,y=up' cannot be used: magnetometer: its axes"
    ),
    (
      "sensors: {mount: '-1,0,0;0,1,0;0,0,1'}",
      "sensors.mount: '-1,0,0;0,1,0;0,0,1' cannot be used: its axes are left-handed"
    ),
    (
      "sensors: {mount: 'gyroscope=x=left,y=up', gyroscope_mount: 'x=left,y=up'}",
      "sensors.gyroscope_mount: 'x=left,y=up' cannot be used: the gyroscope has two; leave one"
    ),
    (
      "sensors:\n  mount: 'magnetometer=x=up,y=up'\n",
      "file.yaml:2:10: sensors.mount: 'magnetometer=x=up,y=up' cannot be used: magnetometer: its axes"
    ),
    (
      "sensors: {mount: 'gyroscope=x=left,y=up', gyroscope_mount: 'x=left,y=up'}",
      "sensors.gyroscope_mount: 'x=left,y=up' cannot be used: the gyroscope has two; leave one"
    ),
    ("sensors: {simulate: maybe}", "file.yaml:1:21: sensors.simulate: 'maybe' is neither"),
    ("sensors: {uri: 'local:', simulate: yes}", "sensors.simulate: excludes sensors.uri"),
    ("sensors: {uri: hat}", "file.yaml:1:16: sensors.uri: 'hat' is not local:"),
    ("listen: {socket: run/s}", "listen.socket: 'run/s' is not an absolute path"),
    ("log: {level: loud}", "file.yaml:1:14: log.level: 'loud' is none of trace,"),
    ("access: {full: [root]}", "file.yaml:1:17: access.full: 'root' is not user:NAME"),
    ("access: {full: user:root}", "access.full: is not a list"),
    ("access: {tcp: control}", "access.tcp: 'control' is none of full,"),
    ("robot: {rate: 0}", "file.yaml:1:15: robot.rate: '0' is not a number from 0.1"),
    ("robot: {deadline: .inf}", "robot.deadline: '.inf' is not a number"),
    ("- 1\n", "is not a list of keys with values"),
    ("sensors: 5\n", "file.yaml:1:10: sensors: is not a list of keys"),
    ("a: [\n", "is not YAML"), ("a: b: c\n", "file.yaml:1:5: is not YAML"),
    ("log: {}\nlog: {}\n", "the key log occurs twice"),
    ("a: 1\n---\nb: 2\n", "is not YAML"), ("\u{1}", "is not YAML"),
    (String(repeating: "[", count: 50_000), "is not YAML"),
    (String(repeating: "- ", count: 30_000), "is not YAML"),
    ("a: *x\n", "file.yaml:1:4: is not YAML: found undefined alias"),
    ("a: &x [*x]\n", "file.yaml:1:8: is not YAML: found undefined alias"),
  ])
  func `an error has line, column and key`(yaml: String, expected: String) {
    let found = problems(yaml)
    #expect(found.contains { $0.contains(expected) }, "\(found)")
  }

  @Test func `an alias is the value of its anchor, and errors in it are reported there`() throws {
    let text = "log: &x\n  level: debug\naccess: {full: &y ['user:root'], reduced: *y}\n"
    #expect(try read(text).access.reduced == read(text).access.full)
    #expect(problems("log: &x {level: loud}\nrobot: *x\n").allSatisfy { $0.contains(":1:") })
  }

  @Test func `aliases of aliases are refused before they fill the memory`() {
    let lists = (1...30).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }.joined()
    #expect(problems("a0: &a0 x\n" + lists)[0].contains("aliases stand for more than 65536 values"))
  }

  @Test func `a configuration without its place keeps everything else`() throws {
    let text = """
      # at home
      sensors:
        mount: "x=forward,y=left"   # a comment
      place: {latitude: 48.1, longitude: 11.5}
      access: {full: ['user:root', "a\\tb \\\"\\u2028"], reduced: []}
      outputs:
        - {type: nmea, port: 10110}
      log: {}
      """
    let kept = try #require(ServiceConfiguration.removingPlace(from: text))
    #expect(
      kept == """
        sensors:
          mount: "x=forward,y=left"
        access:
          full:
            - "user:root"
            - "a\\x09b \\\"\\L"
          reduced: []
        outputs:
          - type: nmea
            port: 10110
        log: {}

        """)
    #expect(ServiceConfiguration.removingPlace(from: kept) == kept)
    #expect(ServiceConfiguration.removingPlace(from: "- 1\n") == nil)
    #expect(ServiceConfiguration.removingPlace(from: "a: [") == nil)
  }

  @Test func `all errors are reported at once`() {
    #expect(problems("log: {level: x}\nlisten: {port: 0, subscriber: 1}\n").count == 3)
  }

  @Test func `the environment overrides the file, and its errors name the variable`() throws {
    let yaml = "listen:\n  port: 1000\n"
    let environment = ["HEADINGD_LISTEN_PORT": "2000", "HEADINGD_SENSORS_URI": "ip:a"]
    let configuration = try read(yaml, environment)
    #expect(configuration.listen.port == 2000)
    #expect(configuration.sensors.uri == "ip:a")
    #expect(
      problems(yaml, ["HEADINGD_LISTEN_PORT": "x"])
        == ["$HEADINGD_LISTEN_PORT: listen.port: 'x' is not a whole number from 1 to 65535"])
  }

  @Test func `a missing, too large or binary file is refused`() throws {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("configuration-\(UUID().uuidString).yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    func message() -> String {
      do throws(ConfigurationError) {
        _ = try ServiceConfiguration(contentsOf: file.path, environment: [:])
        return ""
      } catch {
        return error.description
      }
    }
    #expect(message().contains("cannot be read"))
    try Data(repeating: 0x23, count: 100_000).write(to: file)
    #expect(message().contains("is larger than 65536 bytes"))
    try Data([0xff, 0xfe, 0x00]).write(to: file)
    #expect(message().contains("is not UTF-8 text"))
  }

  @Test func `the shipped example is valid, and all its commented keys are known`() throws {
    let file = SharedData.packageRoot.appendingPathComponent("packaging/headingd.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    let configuration = try read(text)
    #expect(configuration.listen.socket == "/run/headingd/headingd.sock")
    // A comment of the form `# key: value` below a section is an example of that key.
    var unknown: [String] = []
    var section = ""
    for line in text.split(separator: "\n") {
      if let colon = line.firstIndex(of: ":"), line.first?.isLetter == true {
        section = String(line[..<colon])
      }
      guard line.hasPrefix("  # "), let colon = line.firstIndex(of: ":") else { continue }
      let key = line[line.index(line.startIndex, offsetBy: 4)..<colon]
      guard !key.isEmpty, key.allSatisfy({ $0.isLowercase || $0 == "_" }) else { continue }
      unknown += problems("\(section): {\(key): }").filter { $0.contains("is not known") }
    }
    #expect(unknown.isEmpty, "\(unknown)")
  }
}

import Glibc
import HeadingGeometry
import HeadingStorage
import HeadingSystemd
import HeadingTesting
import Testing

@testable import HeadingOutputs

/// The section `outputs` of the configuration.
struct OutputConfigurationTests {
  private func read(_ yaml: String) throws(ConfigurationError) -> ServiceConfiguration {
    try ServiceConfiguration(
      yaml: yaml, path: "file.yaml", environment: [:], outputs: OutputKinds.all)
  }

  @Test func `every value is read into its property, and equal entries are equal`() throws {
    let yaml = """
      outputs:
        nmea:
          - to: udp:192.168.1.255:10110
          - {to: "tcp:[::1]:4000", rate: 5, talker: GN, sentences: [HDG, GGA], rates: {GGA: 1}}
          - {to: udp:239.2.1.1:10110, interface: eth1}
          - to: serial:/dev/ttyUSB0:4800
      """
    let outputs = try read(yaml).outputs
    let expected: [NMEAOutput] = [
      NMEAOutput(NMEAConfiguration(to: .udp(host: "192.168.1.255", port: 10110))),
      {
        var configuration = NMEAConfiguration(to: .tcp(address: "::1", port: 4000))
        (configuration.rate, configuration.talker) = (5, "GN")
        (configuration.sentences, configuration.rates) = ([.headingWithVariation, .fix], [.fix: 1])
        return NMEAOutput(configuration)
      }(),
      NMEAOutput(
        NMEAConfiguration(to: .udp(host: "239.2.1.1", port: 10110, interface: "eth1"))),
      NMEAOutput(NMEAConfiguration(to: .serial(device: "/dev/ttyUSB0", baud: 4800))),
    ]
    #expect(outputs == expected.map { ConfiguredOutput($0) })
    #expect(Set(outputs).count == 4 && Set(outputs + outputs).count == 4)
  }

  @Test func `every value of MAVLink is read into its property`() throws {
    let yaml = """
      outputs:
        mavlink:
          - to: udp:127.0.0.1:14550
          - to: serial:/dev/ttyAMA0:921600
            rate: 30
            system: 42
            component: 1
            messages: [ODOMETRY, HIGHRES_IMU]
            gps_input: true
            north: magnetic
            odometry_frame: frd
      """
    var other = MAVLinkConfiguration(to: .serial(device: "/dev/ttyAMA0", baud: 921_600))
    (other.rate, other.system, other.component) = (30, 42, 1)
    other.messages = [.odometry, .sensors]
    (other.sendsGPSInput, other.north, other.odometryFrame) = (true, .magnetic, .frd)
    let expected = [MAVLinkConfiguration(to: .udp(host: "127.0.0.1", port: 14550)), other]
    #expect(try read(yaml).outputs == expected.map { ConfiguredOutput(MAVLinkOutput($0)) })
  }

  @Test func `every value of Signal K is read into its property`() throws {
    let yaml = """
      outputs:
        signalk:
          - to: wss://boat:3443
            token_file: /etc/token
            certificate_authority: /etc/boat.pem
            rate: 2
            source: bow
            warn_above: 5
            alarm_above: 20
          - to: udp:127.0.0.1:4123
      """
    let address = try #require(WebSocketAddress("wss://boat:3443"))
    var server = SignalKConfiguration(
      to: .server(address, tokenFile: "/etc/token", certificateAuthority: "/etc/boat.pem"))
    (server.rate, server.source) = (2, "bow")
    (server.warnAbove, server.alarmAbove) = (Angle(degrees: 5), Angle(degrees: 20))
    let lines = SignalKConfiguration(to: .lines(.udp(host: "127.0.0.1", port: 4123)))
    let outputs = try read(yaml).outputs
    #expect(outputs == [server, lines].map { ConfiguredOutput(SignalKOutput($0)) })
    #expect(outputs.map(\.configuration.endpoint) == [.host("boat"), .host("127.0.0.1")])
  }

  @Test func `every value of D-Bus is read into its property`() throws {
    let yaml = """
      outputs:
        dbus:
          - {bus: "unix:path=/run/bus", sensor_proxy: true, north: true, place: true, rate: 2}
          - {}
      """
    var all = DBusConfiguration()
    all.bus = .address("unix:path=/run/bus")
    (all.servesSensorProxy, all.north, all.tellsPlace, all.rate) = (true, .geographic, true, 2)
    let expected = [all, DBusConfiguration()].map { ConfiguredOutput(DBusOutput($0)) }
    #expect(try read(yaml).outputs == expected)
  }

  @Test func `every value of NMEA 2000 is read into its property`() throws {
    let yaml = """
      outputs:
        nmea2000:
          - {interface: can1, address: 7, instance: 3, north: true, position: true}
          - {interface: can0}
      """
    var all = NMEA2000Configuration(interface: "can1")
    (all.address, all.instance, all.north, all.sendsPosition) = (7, 3, .geographic, true)
    let expected = [all, NMEA2000Configuration(interface: "can0")]
    #expect(try read(yaml).outputs == expected.map { ConfiguredOutput(NMEA2000Output($0)) })
  }

  @Test(arguments: [
    ("outputs: {nmea2000: [{}]}", "has no interface; write `interface: can0`"),
    ("outputs: {nmea2000: [{interface: a/b}]}", "'a/b' is not the name of a network interface"),
    ("outputs: {nmea2000: [{interface: can0, address: 252}]}", "address: '252' is"),
    ("outputs: {dbus: [{bus: user}]}", "bus: 'user' is not system, session or unix:path=…"),
    (
      "outputs: {dbus: [{north: true}]}", "north: is of no use without `sensor_proxy: true`"
    ),
    (
      "outputs: {signalk: [{to: 'http://boat'}]}",
      "'http://boat' is not ws://HOST:PORT, wss://HOST:PORT, udp:HOST:PORT"
    ),
    ("outputs: {signalk: [{to: 'ws:boat'}]}", "'ws:boat' is not ws://HOST:PORT, ws://HOST"),
    ("outputs: {signalk: [{}]}", "has no destination; write `to: ws://127.0.0.1:3000`"),
    (
      "outputs: {signalk: [{to: 'tcp:9', token_file: /a}]}",
      "token_file: is of no use without a server; write `to: ws://127.0.0.1:3000`"
    ),
    (
      "outputs: {signalk: [{to: 'ws://a', certificate_authority: /a}]}",
      "certificate_authority: is of no use without wss:"
    ),
    ("outputs: {signalk: [{to: 'ws://a', token_file: a}]}", "'a' is not an absolute path"),
    ("outputs: {signalk: [{to: 'tcp:9', source: a.b}]}", "source: 'a.b' is not 1 to 64 letters"),
    ("outputs: {signalk: [{to: 'tcp:9', warn_above: 50}]}", "warn_above: is not below alarm_above"),
    (
      "outputs: {mavlink: [{to: 'tcp:9', messages: [GPS_INPUT]}]}",
      ":1:46: outputs.mavlink[0].messages: 'GPS_INPUT' is none of ATTITUDE,"
    ),
    ("outputs: {mavlink: [{to: 'tcp:9', system: 256}]}", "outputs.mavlink[0].system: '256' is"),
    ("outputs: {mavlink: [{to: 'tcp:9', north: up}]}", "'up' is none of true, magnetic"),
    (
      "outputs: {mavlink: [{to: 'tcp:9', signing: {}}]}",
      "outputs.mavlink[0].signing: names no key; add key_file"
    ),
    (
      "outputs: {mavlink: [{to: 'tcp:9', signing: {key_file: /nowhere/key}}]}",
      "outputs.mavlink[0].signing.key_file: /nowhere/key cannot be read: No such file"
    ),
    (
      "outputs: {mavlink: [{to: 'tcp:9', signing: {key_file: /dev/null}}]}",
      "/dev/null holds no key: write 64 hexadecimal digits"
    ),
    ("mavlink: {from: 'udp:127.0.0.1:1', signing: {}}", "mavlink.signing: names no key"),
    ("mavlink: {rate: 5}", "mavlink.rate: is of no use without mavlink.from"),
    ("outputs: {mavlink: [{}]}", "has no destination; write `to: udp:127.0.0.1:14550`"),
    ("outputs: {nmea: [{to: 'tcp:0'}]}", "file.yaml:1:23: outputs.nmea[0].to: 'tcp:0' is not udp:"),
    ("outputs: {nmea: [{rate: 5}]}", "file.yaml:1:18: outputs.nmea[0]: has no destination"),
    (
      "outputs: {nmea: [{to: 'tcp:9', sentences: [HDT, HD]}]}",
      ":1:49: outputs.nmea[0].sentences: 'HD'"
    ),
    (
      "outputs: {nmea: [{to: 'tcp:9', rates: {GGA: 1}}]}",
      ":1:39: outputs.nmea[0].rates: GGA is not one of the sentences"
    ),
    ("outputs: {nmea: [{to: 'tcp:9', sentences: []}]}", "sentences: names none"),
    ("outputs: {nmea: [{to: 'tcp:9', sentences: [HDT, HDT]}]}", "names HDT twice"),
    (
      "outputs: {nmea: [{to: 'udp:10.0.0.1:9', interface: lo}]}",
      "interface: is of no use without a multicast; `to` is udp:10.0.0.1:9"
    ),
    ("outputs: {nmea: [{to: 'tcp:9', rates: {GGA: 0}}]}", "rates.GGA: '0' is not a number"),
    ("outputs: {nmea: [{to: 'tcp:9', rates: {GG: 1}}]}", "rates.GG: is not known"),
    (
      "outputs: {nmea: [{to: 'tcp:9', interface: lo}]}",
      "interface: is of no use without a multicast; `to` is tcp:127.0.0.1:9"
    ),
    ("outputs: {nmea: {to: 'tcp:9'}}", "file.yaml:1:17: outputs.nmea: is not a list"),
    ("outputs: {nmea: [{to: 'serial:/dev/ttyS0:1234'}]}", "is not udp:"),
    ("outputs: {pigeon: []}", "file.yaml:1:11: outputs.pigeon: is not known; known here are nmea"),
  ])
  func `an error has line, column and key`(yaml: String, expected: String) {
    let error = #expect(throws: ConfigurationError.self) { _ = try read(yaml) }
    #expect(error?.description.contains(expected) == true, "\(error?.description ?? "")")
  }

  @Test func `files of a broker's connection that are missing, empty or open to all are doubtful`()
    throws
  {
    let folder = try TemporaryFolder()
    let (empty, good) = (try folder.put("empty"), try folder.put("good", "secret"))
    #expect(chmod(empty, 0o600) == 0 && chmod(good, 0o644) == 0)
    let yaml = """
      outputs:
        mqtt:
          - server: [localhost]
            robot: r
            user: r
            password_file: FILE
            tls: {ca: /nonexistent/ca.pem}
      """
    func doubts(_ file: String) throws -> [String] {
      let configuration = try read(yaml.replacing("FILE", with: file))
      return configuration.outputs.flatMap(\.configuration.doubts)
    }
    let missing = "/nonexistent/ca.pem cannot be read: there is no such file or folder"
    #expect(try doubts(empty) == ["\(empty) is empty", missing])
    #expect(try doubts(good) == [missing, "\(good) can be read by every user: chmod 640"])
  }
}

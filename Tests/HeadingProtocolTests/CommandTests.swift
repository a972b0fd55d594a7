import Foundation
import HeadingProtocol
import Testing

/// Encoding and decoding of commands.
struct CommandTests {
  private func read(_ text: String) throws -> Command {
    try MessageCoder().message(Command.self, from: Data(text.utf8))
  }

  @Test func `every command survives encoding and decoding`() throws {
    let circle = MonitoredRegion(latitude: 47, longitude: 8, radius: 100, entry: true, exit: false)
    let commands: [Command] = [
      .status, .calibration, .profiles, .useProfile("lis3mdl"), .acceptCalibration,
      .rollbackCalibration, .startCalibration(CalibrationRequest()),
      .startCalibration(CalibrationRequest(target: 1.5, heading: 270)),
      .startCalibration(CalibrationRequest(.accelerometer)),
      .startCalibration(CalibrationRequest(.gyroscope)),
      .finishCalibration(force: false), .finishCalibration(force: true), .cancelCalibration,
      .load(-12.5), .authorization, .requestAuthorization(.whenInUse),
      .requestAuthorization(.always), .requestAuthorization(.fullAccuracy(purpose: "map")),
      .monitor(MonitoringRequest(name: "a", regions: [circle], significantChanges: true)),
      .authorizations, .authorize(ProgramDecision(program: "/bin/a", user: 7, grant: .denied)),
      .authorize(ProgramDecision(program: "/bin/a", grant: .notDetermined, isReduced: true)),
      .answer(.once, question: .max), .web(phone: false), .web(phone: true),
    ]
    #expect(Set(commands.map(\.name)) == Set(Command.Name.allCases))
    let coder = MessageCoder()
    for command in commands {
      #expect(try coder.message(Command.self, from: try coder.line(command)) == command)
    }
  }

  @Test(arguments: [
    ("nonsense", "", "is not known; known are status"), ("use_profile", "", "`profile`"),
    ("load", "", "`value`"), ("load", #","value":null"#, "`value`"),
    ("start_calibration", #","target":0"#, "`target`"),
    ("start_calibration", #","target":20.1"#, "`target`"),
    ("start_calibration", #","target":1e-300"#, "`target` is not 0.01 to 20 degrees"),
    ("start_calibration", #","heading":-1"#, "`heading`"),
    ("start_calibration", #","sensor":"barometer""#, "`sensor` is none of magnetometer"),
    ("start_calibration", #","sensor":"gyroscope","target":1"#, "are for the magnetometer only"),
    ("request_authorization", "", "`wish`"),
    ("request_authorization", #","wish":"everything""#, "`wish`"),
    ("authorize", #","grant":"always""#, "`program`"),
    ("authorize", #","program":"relative","grant":"always""#, "`program`"),
    ("authorize", #","program":"/usr/bin/a","grant":"restricted""#, "`grant`"),
    ("authorize", #","program":"/usr/bin/a""#, "`grant`"),
    ("answer", #","question":1,"answer":"perhaps""#, "`answer`"),
    ("answer", #","answer":"always""#, "`question`"),
  ])
  func `a command without a valid argument names it`(
    name: String, rest: String, reason: String
  ) {
    let failure = #expect(throws: CommandFailure.self) {
      try read(#"{"class":"command","command":"\#(name)"\#(rest)}"#)
    }
    #expect(failure?.command == name && failure?.reason.contains(reason) == true)
  }

  @Test(arguments: [
    ("start_calibration", #""target":"x""#, "`target` is not a number"),
    ("start_calibration", #""sensor":7"#, "`sensor` is not a text"),
    ("start_calibration", #""heading":[]"#, "`heading` is not a number"),
    ("start_calibration", #""target":1e999"#, "`target` is not a number"),
    ("finish_calibration", #""force":"yes""#, "`force` is not true or false"),
    ("finish_calibration", #""force":1"#, "`force` is not true or false"),
    ("use_profile", #""profile":7"#, "`profile` is not a text"),
    ("load", #""value":{}"#, "`value` is not a number"),
    (
      "authorize", #""program":"/a","grant":"always","user":-1"#,
      "`user` is not a whole number from 0 to 4294967295"
    ),
    (
      "authorize", #""program":"/a","grant":"always","user":1.5"#,
      "`user` is not a whole number from 0 to 4294967295"
    ),
    ("authorize", #""program":["/a"]"#, "`program` is not a text"),
    ("answer", #""answer":"once","question":"a""#, "`question` is not a whole number"),
    ("monitor", #""regions":7"#, "`regions` is not a list"),
    ("monitor", #""regions":[{"latitude":"x"}]"#, "`regions` is not a list"),
    ("monitor", #""regions":[{}]"#, "`regions` is not a list"),
    ("monitor", #""visits":"yes""#, "`visits` is not true or false"),
  ])
  func `a command with a value of a wrong type names the key and what it must be`(
    name: String, rest: String, reason: String
  ) {
    let failure = #expect(throws: CommandFailure.self) {
      try read(#"{"class":"command","command":"\#(name)",\#(rest)}"#)
    }
    #expect(failure?.command == name && failure?.reason.hasPrefix(reason) == true, "\(failure)")
  }

  @Test(arguments: ["", #","command":7"#, #","command":null"#])
  func `a command without a name is told so`(rest: String) {
    let failure = #expect(throws: CommandFailure.self) { try read(#"{"class":"command"\#(rest)}"#) }
    #expect(failure?.reason == "`command` is missing or not a text")
  }

  @Test(arguments: [#"{"class":"request","command":"status"}"#, "{}", "[]", "7", ""])
  func `a line that is not a command is rejected`(text: String) {
    #expect(throws: DecodingError.self) { try read(text) }
  }
}

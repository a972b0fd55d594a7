import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// Errors are sentences of this package, never texts of Swift or Foundation.
  final class ErrorTextTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try folder.put("empty.json")
      try folder.put("torn.json", "{\"version\": 1,")
      try folder.put("list.json", "[]")
      try folder.put("binary", "\0\u{1}\u{2}")
      try folder.put("cut.mcap", "\u{89}MCAP0\r\n")
      try Data([
        0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A, 5, 255, 255, 255, 255, 255, 255, 255, 255,
      ])
      .write(to: folder.url.appending(path: "damaged.mcap"))
      try folder.put("half.csv", "t,acc_x,acc_z\n1,0,9.8\n")
      try folder.put("good.csv", "t,mag_x,mag_y,mag_z\n1,20,0,-40\n2,20,0,-40\n")
    }

    /// What only a program's own insides would say.
    private static let foreign = [
      "The operation could", "NSCocoaErrorDomain", "Error error", "couldn\u{2019}t", "couldn't",
      "don\u{2019}t have", "Cocoa",
      "UserInfo", "Error Domain", "error 0", "error 1", "POSIXError", "Code=", "Optional(",
      "Swift.", "HeadingRuntime", "HeadingStorage", "HeadingRecording", ": ;", ": .", "..", ": ,",
      "Invalid value", "around character", "Unexpected end of file", "Expected to decode", "gzip",
    ]

    @Test(
      arguments: [
        "profiles import --sensor hat /dev/null", "profiles import --sensor hat @",
        "profiles import --sensor hat @/none.json", "profiles import --sensor hat @/empty.json",
        "profiles import --sensor hat @/torn.json", "profiles import --sensor hat @/list.json",
        "profiles import --sensor hat @/binary", "profiles show @/none.json",
        "profiles diff @/empty.json @/torn.json", "profiles use 7 --folder @/good.csv",
        "profiles rollback --folder @/none", "profiles export --folder @/none",
        "bundle @/none/report.tar.gz", "bundle @", "replay @", "replay @/none.csv",
        "replay @/binary",
        "replay @/good.csv --output @/none/out.csv", "replay @/good.csv --output @",
        "replay @/good.csv --profile /dev/null", "replay @/good.csv --profile @",
        "replay @/good.csv --model @", "replay @/good.csv --model @/binary",
        "record --simulate --seconds 1 @/none/x.mcap", "record --simulate --seconds 1 @",
        "record --simulate --seconds 1 /dev/full", "audit @/good.csv", "audit @/none.csv",
        "calibrate --from @/good.csv", "calibrate --from @", "calibrate --from @/binary",
        "calibrate deviation @/none.csv", "calibrate deviation @/binary",
        "calibrate mount --from @/good.csv", "calibrate accept --socket @/none.sock",
        "calibrate rollback --connect 127.0.0.1:1", "status --socket @/good.csv",
        "status --connect 127.0.0.1:1", "devices --uri xml:@/none.xml", "devices --uri xml:@",
        "declination --batch @", "declination --batch @/none", "declination --batch @/binary",
        "declination 47 8 --model @/none.COF",
        "--simulate --once --profile @/empty.json", "--simulate --once --profile @",
        "calibrate heading 45 --scenario pose --timeout 4 --output @/none/new.json",
        "simulate --iiod --port 1 --host 203.0.113.1", "simulate --save-profile @/none/hat.json",
        "simulate --save-profile @", "simulate --iiod --fault nothing=stuck",
        "replay @/damaged.mcap", "replay @/damaged.mcap --smooth", "replay @/cut.mcap --smooth",
        "replay @/good.csv @/good.csv", "audit @/damaged.mcap", "audit @", "audit @/binary",
        "calibrate --from @/damaged.mcap", "calibrate --from @/none.mcap",
        "calibrate mount --from @/damaged.mcap", "calibrate deviation @/damaged.mcap",
        "record --simulate --seconds 1 @/none/x.csv", "record --seconds 1 --format xml x",
        "record --simulate --seconds 1 --format csv /dev/full", "record x --connect 127.0.0.1:1",
        "profiles export --folder @ --output @/none/x.json", "profiles list --folder @/good.csv x",
        "authorize allow @/none", "authorize deny @", "authorize allow @ --socket @/none.sock",
        "config set place nowhere", "config set", "completions",
        "altitude --pressure 0", "distance 1 2", "why --uri xml:@/none.xml",
        "--once --uri xml:@/binary", "--simulate --once --data @/none --model wmmhr2025x",
        "devices --uri ip:127.0.0.1:1", "help nothing",
      ])
    func `an error is one plain sentence`(command: String) async throws {
      let words = command.replacing("@", with: folder.url.path).split(separator: " ")
      let run = try await Program.run("compass", words.map(String.init))
      #expect(run.status != 0)
      let last = run.errors.split(separator: "\n").last.map(String.init) ?? ""
      #expect(last.hasPrefix("compass: "), "\(run.errors)")
      for text in Self.foreign {
        #expect(!run.errors.contains(text), "'\(text)' in: \(run.errors)")
      }
    }

    @Test(
      arguments: [
        "--config @", "--config @/none.yaml", "--config @/binary", "--config @/list.json",
        "--config @/torn.json --check-config", "--simulate --socket @/none/s",
        "--simulate --socket @/s --profile @", "--simulate --socket @/s --profile @/torn.json",
        "--simulate --socket @/s --model @", "--simulate --socket @/s --scenario none",
        "--simulate --socket @",
      ])
    func `an error of the daemon is one plain sentence`(command: String) async throws {
      let words = command.replacing("@", with: folder.url.path).split(separator: " ")
      let run = try await Program.run("headingd", words.map(String.init), seconds: 10)
      #expect(run.status != 0 && !run.errors.isEmpty)
      for text in Self.foreign {
        #expect(!run.errors.contains(text), "'\(text)' in: \(run.errors)")
      }
    }

    @Test(
      arguments: [
        ("declination 47 8 --year 2050", "--extrapolate"), ("--rate -1 --once", "above 0"),
        ("--rate 0 --once", "above 0"), ("completions tcsh", "bash"),
        ("--rate 1e9 --once", "--rate 1000000000 is more than 10000"),
        ("calibrate --simulate --target 0", "--target 0 is not 0.01 to 20 degrees"),
        ("altitude --pressure 900,5", "Write a point: 900.5."),
        ("--latitude 47,4 --longitude 8", "Write a point: 47.4."),
        ("declination 37,5664 126,9780", "write a point: 37.5664 126.9780."),
        ("distance 37,5 -126,9 1 2", "write a point: 37.5 -126.9."),
        ("replay @/half.csv", "names no column acc_y, though others of the same sensor"),
        ("record --nosuch", "Unknown option '--nosuch'"),
        ("replay --nosuch", "Unknown option '--nosuch'"),
        ("audit -z", "Unknown option '-z'"), ("bundle --nosuch=3", "Unknown option '--nosuch'"),
        ("completions --nosuch", "Unknown option '--nosuch'"),
        ("calibrate heading --nosuch", "See 'compass calibrate heading --help'"),
        ("altitude --presure 900", "Did you mean '--pressure'?"),
        ("record x --seconds -5", "--seconds -5 is not a valid duration"),
        ("calibrate mount --timeout -5", "--timeout -5 is not above 0"),
        ("simulate --iiod --port -5", "--port -5 is not between"),
        ("replay @", "name a file in it"), ("status --socket @/good.csv", "is not a socket"),
      ])
    func `an error names its remedy`(command: String, remedy: String) async throws {
      let words = command.replacing("@", with: folder.url.path).split(separator: " ")
      let run = try await Program.run("compass", words.map(String.init))
      #expect(run.status != 0 && run.errors.contains(remedy), "\(run.errors)")
    }

    @Test(
      arguments: [
        ("--scenario fig", "figure-eight"), ("simulate --scenario fig", "figure-eight"),
        ("profiles use lis", "lis3mdl"), ("profiles diff a b", ""),
        ("record x --scenario no-g", "no-gyroscope"),
        ("--uni", "--units"), ("--units n", "nautical"), ("help cal", "calibrate"),
        ("config set pl", "place"), ("config set units imp", "imperial"),
        ("--simulate --js", "--json"),
        ("declin", "declination"),
      ])
    func `bash completes partial words`(words: String, whole: String) async throws {
      let script = try await Program.run("compass", ["completions", "bash"])
      let file = folder.url.appending(path: "compass.bash")
      try Data(script.output.utf8).write(to: file)
      try folder.put("headingd/profiles/lis3mdl.json", "{}")
      let run = try await Program.run(
        "/bin/bash",
        [
          "-c",
          """
          export XDG_CONFIG_HOME='\(folder.url.path)' PATH='\(Program.folder)':"$PATH"
          source "$0"; COMP_LINE="compass $1"; COMP_POINT=${#COMP_LINE}; COMP_WORDS=($COMP_LINE)
          COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
          _compass compass "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
          printf '%s\\n' "${COMPREPLY[@]}"
          """, file.path, words,
        ])
      #expect(run.output == whole + "\n", "\(run.errors)")
    }

    @Test func `a daemon's socket that cannot be made ends with 73`() async throws {
      for path in ["none/s", "good.csv"] {
        let run = try await Program.run(
          "headingd", ["--simulate", "--socket", folder.url.path + "/" + path], seconds: 10)
        #expect(run.status == 73, "\(run.errors)")
      }
    }

    @Test func `a missing model file is reported with its source, each folder once`()
      async throws
    {
      let copy = folder.url.appending(path: "compass")
      try FileManager.default.copyItem(atPath: Program.path("compass"), toPath: copy.path)
      let run = try await Program.run(
        "/usr/bin/env",
        ["HEADINGD_DATA=", copy.path, "declination", "1", "2", "--model", "wmmhr2025"])
      // A machine may have the file.
      if run.status != 0 {
        #expect(run.status == 66 && run.errors.contains("https://doi.org/"), "\(run.errors)")
        #expect(run.errors.components(separatedBy: " /packaging/data").count <= 2)
      }
    }

    @Test func `a profile of a simulated hat is reported when it is written`() async throws {
      let file = folder.url.path + "/hat.json"
      let run = try await Program.run("compass", ["simulate", "--save-profile", file])
      #expect(run.status == 0 && run.errors.contains("written to \(file)"), "\(run.errors)")
    }

    @Test func `bash accepts the completion script`() async throws {
      let script = try await Program.run("compass", ["completions", "bash"])
      #expect(script.status == 0 && script.output.contains("declination"))
      let file = folder.url.appending(path: "compass.bash")
      try Data(script.output.utf8).write(to: file)
      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/bash")
      shell.arguments = ["-n", file.path]
      try shell.run()
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 0)
    }
  }
}

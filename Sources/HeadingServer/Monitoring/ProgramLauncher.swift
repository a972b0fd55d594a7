import Foundation
import Glibc

/// Starts programs.
protocol ProgramLauncher: Sendable {
  /// Whether programs of a user can be started.
  func serves(_ user: UInt32) -> Bool

  /// Starts a program as a user; returns at once.
  ///
  /// - Parameters:
  ///   - program: The executable's path.
  ///   - user: The user it is to run as.
  ///   - event: What it is started for.
  ///   - complain: Told in a sentence, later and in any thread, if it could not be started.
  func launch(
    _ program: String, user: UInt32, for event: Registration.Event,
    _ complain: @escaping @Sendable (String) -> Void)
}

/// Starts programs as units of systemd.
struct SystemdLauncher: ProgramLauncher {
  /// Whose units they are.
  enum Manager: String, Sendable {
    /// The daemon's own user's, transient ones (`systemd-run --user`): programs of other users are not started.
    case user
    /// The system's: instances of a template that is installed for each user whose programs may be started.
    case system
  }

  /// Whose units they are.
  let manager: Manager

  /// Where the daemon listens, for a program of its own user to find it.
  let socket: String?

  /// The tool; that of the manager unless given.
  var tool: String?

  /// Where an administrator or a package puts units.
  var folders = ["/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system"]

  /// The manager that this daemon can reach by itself; `nil` if there is none.
  static var usual: Manager? {
    guard FileManager.default.fileExists(atPath: "/run/systemd/system") else { return nil }
    if getuid() == 0 { return .system }
    return ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] == nil ? nil : .user
  }

  func serves(_ user: UInt32) -> Bool {
    switch manager {
    case .user: user == getuid()
    case .system:
      folders.contains {
        FileManager.default.fileExists(atPath: "\($0)/headingd-program-\(user)@.service")
      }
    }
  }

  func launch(
    _ program: String, user: UInt32, for event: Registration.Event,
    _ complain: @escaping @Sendable (String) -> Void
  ) {
    guard serves(user) else {
      return complain(
        "\(program) of user \(user) is not started: "
          + (manager == .user
            ? "this daemon is another user's"
            : "there is no unit headingd-program-\(user)@.service")
      )
    }
    let process = Process()
    let command = command(program, user: user, for: event)
    process.executableURL = URL(fileURLWithPath: tool ?? command.tool)
    process.arguments = command.arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.terminationHandler = { process in
      guard process.terminationStatus != 0 else { return }
      complain("\(program) was not started: systemd's status is \(process.terminationStatus)")
    }
    do {
      try process.run()
    } catch {
      complain("\(program) was not started: \(error.localizedDescription)")
    }
  }

  /// What starts a program.
  func command(
    _ program: String, user: UInt32, for event: Registration.Event
  ) -> (tool: String, arguments: [String]) {
    if manager == .system {
      let unit = Self.instance(program, user: user, for: event)
      return ("/usr/bin/systemctl", ["start", "--quiet", "--no-ask-password", "--", unit])
    }
    var arguments = [
      "--user", "--collect", "--quiet", "--no-ask-password",
      "--unit=\(Self.unit(program, user: user))",
      "--setenv=CORELOCATION_LAUNCH=\(event.rawValue)",
    ]
    if let socket { arguments.append("--setenv=HEADINGD_SOCKET=\(socket)") }
    return ("/usr/bin/systemd-run", arguments + ["--", program])
  }

  /// The instance of the template for a program: the event and the path, escaped as systemd.unit(5) has it.
  static func instance(_ program: String, user: UInt32, for event: Registration.Event) -> String {
    let escaped = "\(event.rawValue):\(program)".utf8.map { byte in
      switch byte {
      case UInt8(ascii: "/"): "-"
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        String(UnicodeScalar(byte))
      default: "\\x" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
    }
    return "headingd-program-\(user)@\(escaped.joined()).service"
  }

  /// The transient unit's name: the file's name as far as units may have it, and the whole path's mark.
  static func unit(_ program: String, user: UInt32) -> String {
    let name = program.split(separator: "/").last ?? ""
    let plain = name.unicodeScalars.map { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789._-".unicodeScalars.contains(scalar))
        ? Character(scalar) : "_"
    }
    // FNV-1a, 64 bits.
    let mark = "\(user) \(program)".utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return "headingd-\(String(plain.prefix(40)))-\(String(mark, radix: 16)).service"
  }
}

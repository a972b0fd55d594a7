import FoundationEssentials
import Glibc
import HeadingStorage
import HeadingSystem

/// Starts programs on location events.
package protocol ProgramLauncher: Sendable {
  /// Whether programs of a user can be started.
  func serves(_ user: UInt32) -> Bool

  /// Starts a program as a user; returns at once.
  ///
  /// - Parameters:
  ///   - program: The executable's path.
  ///   - user: The user to run it as.
  ///   - event: The event that it is started for.
  ///   - complain: Receives the error as a sentence if the start fails; later on any thread.
  func launch(
    _ program: String, user: UInt32, for event: Registration.Event,
    _ complain: @escaping @Sendable (String) -> Void)
}

/// Starts programs as systemd units.
struct SystemdLauncher: ProgramLauncher {
  /// Whose units they are.
  enum Manager: String, Sendable {
    /// The manager of the daemon's own user, with transient units (`systemd-run --user`); programs
    /// of other users are not started.
    case user
    /// The system manager, with instances of a template unit that is installed per user.
    case system
  }

  /// Whose units they are.
  let manager: Manager

  /// The daemon's socket, passed to programs of the daemon's own user.
  let socket: String?

  /// Path of the tool; by default that of the manager.
  var tool: String?

  /// Folders of unit files.
  var folders = ["/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system"]

  /// The manager that this daemon can use; `nil` if there is none.
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
    let command = command(program, user: user, for: event)
    do {
      let process = try ChildProcess(tool ?? command.tool, command.arguments)
      SystemThread.start {
        let status = process.wait()
        guard status != 0 else { return }
        complain("\(program) was not started: systemd's status is \(status)")
      }
    } catch {
      complain("\(program) was not started: \(FileReason.text(error))")
    }
  }

  /// Returns the command that starts a program.
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

  /// Returns the template instance of a program: event and path, escaped as in systemd.unit(5).
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

  /// Returns the name of the transient unit: the file name with invalid characters replaced, and a
  /// hash of user and path.
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

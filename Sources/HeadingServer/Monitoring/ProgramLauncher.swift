import Foundation
import Glibc

/// Starts programs.
protocol ProgramLauncher: Sendable {
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

/// Starts programs as transient units of systemd, through `systemd-run`.
struct SystemdLauncher: ProgramLauncher {
  /// Whose units they are.
  enum Manager: String, Sendable {
    /// The daemon's own user's: programs of other users are not started.
    case user
    /// The system's: needs root, or a rule of polkit.
    case system
  }

  /// Whose units they are.
  let manager: Manager

  /// Where the daemon listens, for the program to find it.
  let socket: String?

  /// The tool.
  var tool = "/usr/bin/systemd-run"

  /// The manager that this daemon can reach by itself; `nil` if there is none.
  static var usual: Manager? {
    guard FileManager.default.fileExists(atPath: "/run/systemd/system") else { return nil }
    if getuid() == 0 { return .system }
    return ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] == nil ? nil : .user
  }

  func launch(
    _ program: String, user: UInt32, for event: Registration.Event,
    _ complain: @escaping @Sendable (String) -> Void
  ) {
    guard manager == .system || user == getuid() else {
      return complain("\(program) of user \(user) is not started: this daemon is another user's")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = arguments(program, user: user, for: event)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.terminationHandler = { process in
      guard process.terminationStatus != 0 else { return }
      complain("\(program) was not started: systemd-run ended with \(process.terminationStatus)")
    }
    do {
      try process.run()
    } catch {
      complain("\(program) was not started: \(error.localizedDescription)")
    }
  }

  /// The arguments of `systemd-run`: one unit a program and user, so that it is not started twice.
  func arguments(
    _ program: String, user: UInt32, for event: Registration.Event
  ) -> [String] {
    var arguments = [
      "--\(manager.rawValue)", "--collect", "--quiet", "--no-ask-password",
      "--unit=\(Self.unit(program, user: user))",
      "--setenv=CORELOCATION_LAUNCH=\(event.rawValue)",
    ]
    if manager == .system { arguments.append("--uid=\(user)") }
    if let socket { arguments.append("--setenv=HEADINGD_SOCKET=\(socket)") }
    return arguments + ["--", program]
  }

  /// The unit's name: the file's name as far as units may have it, and the whole path's mark.
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

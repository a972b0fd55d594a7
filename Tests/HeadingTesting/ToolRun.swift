public import Foundation

/// One run of an installed program: for tests that let real tools judge.
public struct ToolRun: Sendable {
  /// The exit status; 128 + the signal's number if a signal ended it.
  public let status: Int32

  /// What it wrote on standard output.
  public let output: Data

  /// What it wrote on standard error.
  public let errors: String

  /// Standard output as text.
  public var text: String { String(decoding: output, as: UTF8.self) }

  /// Where an installed program lies; `nil` if it is not installed.
  public static func path(_ name: String) -> String? {
    ["/usr/bin/", "/usr/sbin/", "/bin/", "/usr/local/bin/"].map { $0 + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Whether a program is installed.
  public static func isInstalled(_ name: String) -> Bool { path(name) != nil }

  /// Runs a program to its end, which `timeout` (coreutils) forces after some seconds (status 124).
  ///
  /// - Parameters:
  ///   - name: The program's name.
  ///   - arguments: Its arguments.
  ///   - seconds: The longest time it may take.
  /// - Returns: Status and output.
  /// - Throws: What starting a process throws.
  public static func run(
    _ name: String, _ arguments: [String], seconds: Int = 30
  ) async throws -> ToolRun {
    let path = path(name) ?? name
    return try await withCheckedThrowingContinuation { continuation in
      // A thread of its own: reading a pipe to its end must not hold one of the tasks' threads.
      Thread.detachNewThread {
        continuation.resume(
          with: Result { try runNow(path, arguments, seconds: seconds) })
      }
    }
  }

  private static func runNow(
    _ path: String, _ arguments: [String], seconds: Int
  ) throws -> ToolRun {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["-k", "2", "\(seconds)", path] + arguments
    let errorFile = FileManager.default.temporaryDirectory
      .appendingPathComponent("tool-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: errorFile.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: errorFile) }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errorFile)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let content = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let errors = String(decoding: try Data(contentsOf: errorFile), as: UTF8.self)
    return ToolRun(status: process.terminationStatus, output: content, errors: errors)
  }
}

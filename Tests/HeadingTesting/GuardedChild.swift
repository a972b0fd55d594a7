import Foundation
import Glibc

/// A program that runs as a child; ended with the object, or with this process.
public final class GuardedChild {
  // The shell ends the program when its input ends: by stop(), or because this process is no more.
  // It does not wait for the program: it has inherited a signal mask that hides its end.
  private static let guardian = """
    "$@" & child=$!
    read -r forever
    kill -9 $child
    """

  private let process = Process()
  private let lifeline = Pipe()

  /// Starts a program without input and output.
  ///
  /// - Throws: What starting a process throws.
  public init(_ program: String, _ arguments: [String]) throws {
    // No other child may hold this end open.
    _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", Self.guardian, "sh", program] + arguments
    process.standardInput = lifeline
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
  }

  /// Kills the program, without waiting for its end.
  ///
  /// Foundation notices the end of a child only when no child started beside it lives any more, so
  /// waiting could block every thread that tests run on.
  public func stop() { try? lifeline.fileHandleForWriting.close() }

  deinit { stop() }
}

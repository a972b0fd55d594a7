import FoundationEssentials

/// The path of the running program.
package enum ProgramPath {
  /// The executable's path, with symbolic links resolved.
  package static var current: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
  }
}

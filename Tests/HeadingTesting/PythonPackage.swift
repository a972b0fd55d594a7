import Foundation

/// Packages of PyPI that tests let judge, where they are there.
public enum PythonPackage {
  /// A Python that has a module, for `env` to run.
  ///
  /// The project's own below `.build`, where the machine's takes no packages, else the machine's; `nil` if
  /// neither has it.
  public static func python(with module: String) -> String? {
    let ours = SharedData.packageRoot.appendingPathComponent(".build/python/bin/python3").path
    return [ours, "python3"].first { python in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [python, "-c", "import \(module)"]
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }
  }
}

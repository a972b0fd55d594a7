import FoundationEssentials
import HeadingSystem

/// The desktop of the user who runs this program.
enum Desktop {
  /// Opens an address in the browser; does nothing without a desktop, where one would start in this terminal.
  static func open(_ address: String) {
    let environment = ProcessInfo.processInfo.environment
    guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
    // A browser would keep a pipe open, so its output is not read.
    _ = try? ChildProcess("/usr/bin/env", ["xdg-open", address]).wait()
  }
}

import FoundationEssentials
import Glibc
import HeadingStorage

/// The file in which a running bridge tells its address, `uri` in its runtime folder.
///
/// It is replaced after each change of the devices: who watches it reads the list again.
///
/// The folder is systemd's (`RUNTIME_DIRECTORY`), else `headingd-bridge` in the user's own
/// (`XDG_RUNTIME_DIR`); without either nothing is written.
struct BridgeAddressFile {
  private let path: String?

  init() {
    let environment = ProcessInfo.processInfo.environment
    if let folder = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first {
      path = folder + "/uri"
    } else if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") {
      let own = folder + "/headingd-bridge"
      _ = unsafe mkdir(own, 0o700)
      path = own + "/uri"
    } else {
      path = nil
    }
  }

  /// Replaces the file; one that cannot be written is no reason to serve nobody.
  func write(_ uri: String) {
    guard let path else { return }
    try? AtomicFile.write(Data((uri + "\n").utf8), to: URL(filePath: path))
  }

  /// Removes the file at the end.
  func remove() {
    if let path { _ = unsafe unlink(path) }
  }
}

import Foundation
import HeadingTesting
import Synchronization

/// A fake sysfs tree made from a recording of real drivers, kept alive by a feeder, and a stock iiod in front of it.
///
/// The tree is in a mount namespace of bubblewrap; iiod's local backend reads it like the kernel's own.
final class FakeHat: Sendable {
  static let isPossible: Bool =
    SharedData.isThere("tools/iio/fakeiio/tree.py")
    && ["/usr/bin/bwrap", "/usr/sbin/iiod", "/usr/bin/python3"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: $0)
    }

  static let tools = SharedData.folder.appendingPathComponent("tools/iio")

  let folder: URL
  let port: Int
  private let feeder: ChildProcess
  private let server: Mutex<ChildProcess?>

  var uri: String { "ip:127.0.0.1:\(port)" }
  var devices: URL { folder.appendingPathComponent("sys/bus/iio/devices") }

  /// Lays out the tree of `recordings/NAME.json`, lets the test change it, and starts feeder and iiod.
  init(_ recording: String, changing change: (URL) throws -> Void = { _ in }) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("headingd-iio-\(UUID().uuidString.prefix(8))")
    port = Self.freePort()
    try ChildProcess.run(
      "/usr/bin/python3", Self.tools.appendingPathComponent("fakeiio/tree.py").path,
      Self.tools.appendingPathComponent("recordings/\(recording).json").path, folder.path)
    try change(folder.appendingPathComponent("sys/bus/iio/devices"))
    feeder = try ChildProcess([
      "/usr/bin/bwrap", "--die-with-parent", "--dev-bind", "/", "/", "/usr/bin/python3",
      Self.tools.appendingPathComponent("fakeiio/feeder.py").path, folder.path,
      "--ctl", folder.appendingPathComponent("ctl").path,
    ])
    server = Mutex(nil)
    let control = folder.path + "/ctl"
    Self.wait { FileManager.default.fileExists(atPath: control) }
    try startServer()
  }

  deinit {
    stopServer()
    feeder.kill()
    try? FileManager.default.removeItem(at: folder)
  }

  func startServer() throws {
    let process = try ChildProcess(namespace + ["/usr/sbin/iiod", "-p", "\(port)"])
    server.withLock { $0 = process }
    Self.wait { Self.answers(port) }
  }

  /// The command line that runs another one where the tree is the kernel's.
  var namespace: [String] {
    var command = [
      "/usr/bin/bwrap", "--die-with-parent", "--bind", "/", "/", "--tmpfs", "/sys/bus", "--dir",
      "/sys/bus/iio", "--bind", folder.path + "/sys/bus/iio", "/sys/bus/iio", "--dev", "/dev",
    ]
    let nodes = folder.appendingPathComponent("dev").path
    for node in (try? FileManager.default.contentsOfDirectory(atPath: nodes)) ?? [] {
      command += ["--bind", "\(nodes)/\(node)", "/dev/\(node)"]
    }
    return command
  }

  func stopServer() {
    server.withLock { process in
      process?.kill()
      process = nil
    }
    Self.wait { !Self.answers(port) }
  }

  /// Sends commands to the feeder: `set CHANNEL VALUE`, `fault DEVICE KIND`, `ok DEVICE`.
  func tell(_ commands: [[String]]) throws {
    for command in commands {
      try ChildProcess.run(
        [
          "/usr/bin/python3", Self.tools.appendingPathComponent("chips/ctl.py").path,
          folder.appendingPathComponent("ctl").path,
        ] + command)
    }
  }

  /// Takes a device out of the tree, as an unplug does, or puts it back.
  func unplug(_ device: String) throws {
    try FileManager.default.moveItem(
      at: devices.appendingPathComponent(device), to: folder.appendingPathComponent(device))
  }

  func plug(_ device: String) throws {
    try FileManager.default.moveItem(
      at: folder.appendingPathComponent(device), to: devices.appendingPathComponent(device))
  }

  func write(_ text: String, to file: String) throws {
    try Data((text + "\n").utf8).write(to: devices.appendingPathComponent(file))
  }

  func text(_ file: String) -> String {
    (try? String(contentsOf: devices.appendingPathComponent(file), encoding: .utf8))?
      .trimmingCharacters(in: .controlCharacters.union(.whitespacesAndNewlines)) ?? ""
  }

  // MARK: - Processes and ports

  /// Looks every 20 ms until something is so, for 20 s at most; each look at a port is a connection to it.
  private static func wait(until isDone: () -> Bool) {
    for _ in 0..<1000 {
      if isDone() { return }
      usleep(20_000)
    }
  }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return address
  }

  /// The port that is tried next, below those that Linux gives to connections (32768 on by default): such a one could be
  /// somebody else's by the time that iiod asks for it.
  private static let next = Mutex(Int.random(in: 20_000..<30_000))

  private static func freePort() -> Int {
    next.withLock { next in
      repeat { next = next < 32_000 ? next + 1 : 20_000 } while !isFree(next)
      return next
    }
  }

  private static func isFree(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = address(port)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func answers(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = address(port)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}

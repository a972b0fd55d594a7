import FoundationEssentials

/// The drivers that the running kernel has: its own and its modules.
struct KernelModules {
  /// How the kernel has a driver.
  enum State: Sendable, Hashable {
    /// As a module that can be loaded.
    case module
    /// Built into the kernel.
    case builtIn
    /// Not at all, or in a version that does not know the chip.
    case missing
    /// The lists of the kernel's modules cannot be read.
    case unknown
  }

  /// Release, as `uname -r` prints it; `nil` if it is unknown.
  let release: String?

  /// Names of modules with `_` for `-`, by whether they are built in; `nil` without lists.
  private let builtIn: [String: Bool]?

  /// Names of devices that some module declares: `i2c:NAME`, `of:COMPATIBLE`; `nil` without list.
  private let aliases: Set<String>?

  /// Reads the lists of the machine's kernel.
  init(on machine: Machine) {
    let installed = machine.names(in: "/lib/modules")
    // The card of another machine has no running kernel, but perhaps only one.
    release =
      machine.text("/proc/sys/kernel/osrelease") ?? (installed.count == 1 ? installed[0] : nil)
    guard let release, !release.contains("/") else {
      builtIn = nil
      aliases = nil
      return
    }
    let folder = "/lib/modules/\(release)"
    guard let dependencies = Self.lines(machine, "\(folder)/modules.dep") else {
      builtIn = nil
      aliases = nil
      return
    }
    var names: [String: Bool] = [:]
    for line in dependencies {
      names[Self.name(line.prefix { $0 != UInt8(ascii: ":") })] = false
    }
    for line in Self.lines(machine, "\(folder)/modules.builtin") ?? [] {
      names[Self.name(line)] = true
    }
    builtIn = names
    aliases = Self.lines(machine, "\(folder)/modules.alias").map { lines in
      var aliases: Set<String> = []
      for line in lines {
        if let name = Self.rest(line, after: "alias i2c:") { aliases.insert("i2c:" + name) }
        if let name = Self.rest(line, after: "alias of:N*T*C") { aliases.insert("of:" + name) }
      }
      return aliases
    }
  }

  /// Whether the kernel comes from Raspberry Pi OS: `6.12.25+rpt-rpi-v8`.
  var isRaspberryPiOS: Bool { release?.contains("rpt-rpi") ?? false }

  /// How the kernel has a driver.
  func state(ofModule module: String) -> State {
    guard let builtIn else { return .unknown }
    guard let isBuiltIn = builtIn[module.replacing("-", with: "_")] else { return .missing }
    return isBuiltIn ? .builtIn : .module
  }

  /// How the kernel has the driver of a chip.
  func state(of chip: KnownChip) -> State {
    guard let driver = chip.driver else { return .missing }
    let state = state(ofModule: driver.module)
    // An older driver knows fewer chips. What is built in has no line in modules.alias.
    guard state == .module, let aliases else { return state }
    let isKnown =
      aliases.contains("of:" + driver.compatible) || aliases.contains("i2c:" + driver.device)
    return isKnown ? .module : .missing
  }

  /// The lines of a list: at most 16 MB, ten times what Debian's kernel has.
  private static func lines(_ machine: Machine, _ path: String) -> [Data]? {
    machine.bytes(path, limit: 1 << 24)?.split(separator: UInt8(ascii: "\n"))
  }

  /// The module's name in a path such as `kernel/drivers/iio/imu/bno055/bno055_i2c.ko.xz`.
  private static func name(_ path: Data) -> String {
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex
    let name = path[start...].prefix { $0 != UInt8(ascii: ".") }
    return String(
      decoding: name.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
  }

  /// The word after a prefix.
  private static func rest(_ line: Data, after prefix: String) -> String? {
    guard line.starts(with: prefix.utf8) else { return nil }
    let word = line.dropFirst(prefix.utf8.count).prefix { $0 != UInt8(ascii: " ") }
    return String(decoding: word, as: UTF8.self)
  }
}

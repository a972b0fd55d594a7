import FoundationEssentials

/// The rfkill switches of the machine's radios; all off counts as airplane mode.
public struct RadioSwitches: Sendable {
  private let folder: String

  /// Creates a reader of the kernel's rfkill switches.
  public init(folder: String = "/sys/class/rfkill") { self.folder = folder }

  /// Whether every radio is blocked; false without radios.
  public var areAllOff: Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return !names.isEmpty
      && names.allSatisfy { name in
        ["soft", "hard"].contains { kind in
          let text = try? String(contentsOfFile: "\(folder)/\(name)/\(kind)", encoding: .utf8)
          return text?.hasPrefix("1") ?? false
        }
      }
  }
}

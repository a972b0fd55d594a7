import Foundation

/// The switches of a machine's radios: with all of them off it is in an aeroplane.
public struct RadioSwitches: Sendable {
  private let folder: String

  /// Makes a look at the kernel's switches.
  public init(folder: String = "/sys/class/rfkill") { self.folder = folder }

  /// Whether every radio is switched off; false for a machine without any.
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

/// A model of Raspberry Pi.
struct BoardModel: Sendable, Hashable {
  /// Its name in the device tree, such as `Raspberry Pi 4 Model B Rev 1.4`.
  let name: String

  /// Reads the machine's model; `nil` if it is no Raspberry Pi.
  init?(on machine: Machine) {
    guard
      let name = machine.text("/proc/device-tree/model")
        ?? machine.text("\(DeviceTree.folder)/model"), name.contains("Raspberry Pi")
    else { return nil }
    self.name = name
  }

  /// Creates a model.
  init(name: String) { self.name = name }

  /// Sections of config.txt that apply to it, besides `[all]`.
  ///
  /// Source: Raspberry Pi documentation, config.txt, Conditional filters.
  var sections: Set<String> {
    let table: [(words: [String], sections: Set<String>)] = [
      (["Pi 5"], ["pi5"]), (["Pi 500"], ["pi5", "pi500"]),
      (["Compute Module 5"], ["pi5", "cm5"]),
      (["Pi 4 "], ["pi4"]), (["Pi 400"], ["pi4", "pi400"]),
      (["Compute Module 4S"], ["pi4", "cm4s"]), (["Compute Module 4"], ["pi4", "cm4"]),
      (["Pi 3", "Plus"], ["pi3", "pi3+"]), (["Pi 3"], ["pi3"]), (["Compute Module 3"], ["pi3"]),
      (["Zero 2"], ["pi0", "pi0w", "pi02"]), (["Zero W"], ["pi0", "pi0w"]), (["Zero"], ["pi0"]),
      (["Pi 2"], ["pi2"]),
    ]
    // The longest name wins: Pi 500 contains Pi 5.
    let fitting = table.filter { $0.words.allSatisfy(name.contains) }
    let length = { (words: [String]) in words.reduce(0) { $0 + $1.count } }
    return fitting.max { length($0.words) < length($1.words) }?.sections ?? []
  }

  /// Whether its I²C controller (BCM2835's) may read wrong bits while a chip stretches the clock.
  var hasClockStretchingFault: Bool { sections.isDisjoint(with: ["pi5"]) }
}

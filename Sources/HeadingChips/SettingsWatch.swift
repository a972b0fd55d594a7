/// Compares the registers of a running chip with what its driver wrote: every one after a start or a
/// change, then one a second in turn.
package struct SettingsWatch {
  private static let interval: Int64 = 1_000_000_000

  /// Starts in a row after which a register that never agrees is taken for one of a copy of the chip,
  /// which does not keep it, and left out.
  private static let patience = 3

  private var number = 0
  private var due: Int64?
  /// Starts in a row after which a register did not agree, by its bank and address.
  private var refusals: [UInt16: Int] = [:]

  /// Creates a watch.
  package init() {}

  /// Compares every register next, after a start or a change of settings.
  package mutating func restart() { due = nil }

  /// Compares what is due.
  ///
  /// - Throws: ``ChipError/changedSetting(_:)``, or the error of the bus.
  package mutating func check(_ driver: any ChipDriver, at now: Int64) throws(ChipError) {
    guard let driver = driver as? any CheckedDriver, due.map({ now >= $0 }) ?? true else { return }
    let settings = driver.settings.filter { refusals[key(of: $0), default: 0] < Self.patience }
    if due == nil {
      for setting in settings {
        do throws(ChipError) {
          try driver.check(setting)
          refusals[key(of: setting)] = nil
        } catch {
          if case .changedSetting = error { refusals[key(of: setting), default: 0] += 1 }
          throw error
        }
      }
    } else {
      // Another bank is not selected again: while it is, the chip would not be recognized.
      let settings = settings.filter { $0.bank == 0 }
      guard !settings.isEmpty else { return }
      number = (number + 1) % settings.count
      try driver.check(settings[number])
    }
    due = now &+ Self.interval
  }

  private func key(of setting: RegisterSetting) -> UInt16 {
    UInt16(setting.bank) << 8 | UInt16(setting.register)
  }
}

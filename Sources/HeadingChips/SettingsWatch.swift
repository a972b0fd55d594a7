/// Compares the registers of a running chip with what its driver wrote: every one at the beginning,
/// then one a second in turn.
package struct SettingsWatch {
  private static let interval: Int64 = 1_000_000_000

  private var number = 0
  private var due: Int64?

  /// Creates a watch after a start or a change of settings.
  package init() {}

  /// Compares what is due.
  ///
  /// - Throws: ``ChipError/changedSetting(_:)``, or the error of the bus.
  package mutating func check(_ driver: any ChipDriver, at now: Int64) throws(ChipError) {
    guard let driver = driver as? any CheckedDriver, due.map({ now >= $0 }) ?? true else { return }
    if due == nil {
      for setting in driver.settings { try driver.check(setting) }
    } else {
      // Another bank is not selected again: while it is, the chip would not be recognized.
      let settings = driver.settings.filter { $0.bank == 0 }
      guard !settings.isEmpty else { return }
      number = (number + 1) % settings.count
      try driver.check(settings[number])
    }
    due = now &+ Self.interval
  }
}

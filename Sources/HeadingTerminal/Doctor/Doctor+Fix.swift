extension Doctor {
  /// config.txt before and after the remedies of findings; `nil` if they need no change of it.
  ///
  /// - Throws: ``BootChangeError`` if the machine has no config.txt.
  package func bootChange(
    for findings: [Finding]
  ) throws(BootChangeError) -> (old: BootConfiguration, new: BootConfiguration)? {
    let settings = findings.flatMap(\.settings)
    guard !settings.isEmpty, let model = BoardModel(on: machine) else { return nil }
    guard let old = BootConfiguration(on: machine, model: model) else { throw BootChangeError() }
    var new = old
    for setting in settings { new.add(setting) }
    return new.isChanged ? (old, new) : nil
  }
}

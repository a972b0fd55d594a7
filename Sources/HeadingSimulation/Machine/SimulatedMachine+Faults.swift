import HeadingIIOServer

extension SimulatedMachine {
  /// Sets the faults of a device; an empty list ends them.
  ///
  /// A device that was absent returns with the settings of power-on.
  mutating func set(_ wanted: [SimulatedFault], on device: Int, at now: Int64) {
    let before = faults[device] ?? []
    let after = wanted.map { fault in
      before.first { $0.fault == fault } ?? (fault: fault, since: now)
    }
    faults[device] = after.isEmpty ? nil : after
    let wasAbsent = before.contains { $0.fault == .absent }
    if wasAbsent && !wanted.contains(.absent) {
      context.devices[device] = original.devices[device]
    }
    let text = wanted.isEmpty ? "none" : wanted.map(\.text).joined(separator: ",")
    context.devices[device].files[SimulatedFault.file]?.text = text
    settle(at: now)
  }

  func has(_ fault: SimulatedFault, _ device: Int) -> Bool {
    faults[device]?.contains { $0.fault == fault } ?? false
  }

  func since(_ fault: SimulatedFault, _ device: Int) -> Int64? {
    faults[device]?.first { $0.fault == fault }?.since
  }

  /// Whether samples arrive.
  func delivers(_ device: Int) -> Bool {
    !has(.silent, device) && !has(.absent, device) && !has(.errors, device)
  }

  func conditions(of device: Int) -> SampleConditions {
    var conditions = SampleConditions()
    conditions.stuckSince = since(.stuck, device)
    conditions.timestampStuckSince = since(.constantTimestamp, device)
    conditions.zeros = has(.zeros, device)
    conditions.rail = has(.rail, device)
    conditions.bursts = has(.errorBursts, device)
    for case (.clockJump(let seconds), _) in faults[device] ?? [] {
      conditions.clockOffset = Int64(seconds * 1e9)
    }
    return conditions
  }

  /// Delay of responses about a device, s.
  func delay(of device: Int) -> Double {
    for case (.slow(let seconds), _) in faults[device] ?? [] { return seconds }
    return 0
  }
}

import HeadingChips

/// Base of chips that measure at a rate of their own.
package class SampledChip: RegisterChip {
  /// Times at which measurements ended, ns.
  package private(set) var ends: [Int64] = []
  /// Whether the chip has ceased to measure without saying so.
  package var isStuck = false
  /// Relative error of the chip's oscillator.
  package var clockError = 0.0

  private var next: Int64?

  /// Time between two measurements, ns; `nil` while there are none; override.
  package var period: Int64? { nil }

  /// Takes a measurement; override.
  package func sample(at time: Int64) {}

  /// Stores a written register; override instead of `store`.
  package func apply(_ value: UInt8, to register: UInt8, at time: Int64) {
    registers[Int(register)] = value
  }

  /// Begins a new measurement, as after a change of the rate.
  package func restart() { next = nil }

  package final override func store(_ value: UInt8, in register: UInt8, at time: Int64) {
    measure(until: time)
    apply(value, to: register, at: time)
    measure(until: time)
  }

  package override func measure(until time: Int64) {
    guard !isStuck, let nominal = period else {
      next = nil
      return
    }
    let period = Int64(Double(nominal) / (1 + clockError))
    var due = next ?? time + period
    while due <= time {
      ends.append(due)
      sample(at: due)
      due += period
    }
    next = due
  }
}

import HeadingChips
package import HeadingGeometry

/// Base of the models of ST's chips: measurements at a rate, what acts on them, and the self-test.
package class STChip: RegisterChip {
  /// What acts on the chip at a time, in the axes of its package; replaces the constant
  /// environment.
  package var motion: ((Int64) -> ChipEnvironment)?

  /// Registers that were written so far.
  package private(set) var writes = 0

  /// Share of the typical self-test response that the sensors show; 0 for a broken one.
  package var selfTestResponse = 1.0

  /// Deviation of the chip's clock from the nominal rate.
  package var clockError = 0.0

  /// Times of the middles of all measurements so far.
  package private(set) var measurementTimes: [Int64] = []

  private var clockStart: Int64?
  private var measured = 0
  private var runningRate = 0.0

  /// The rate at which the chip measures at present, Hz; 0 if it is off; override.
  package var rate: Double { 0 }

  /// Takes a measurement of the environment; override.
  package func take(_ environment: ChipEnvironment) {}

  /// Stores a written register; override instead of ``store(_:in:at:)``.
  package func write(_ value: UInt8, in register: UInt8) { registers[Int(register)] = value }

  /// Registers that cannot be written: identity, status, outputs.
  package func isReadOnly(_ register: UInt8) -> Bool { register == 0x0F }

  package override func store(_ value: UInt8, in register: UInt8, at time: Int64) {
    writes += 1
    // What was measured under the old settings comes first.
    measure(until: time)
    guard !isReadOnly(register) else { return }
    write(value, in: register)
  }

  package override func measure(until time: Int64) {
    guard rate > 0 else {
      clockStart = nil
      return
    }
    guard let start = clockStart, runningRate == rate else {
      (clockStart, measured, runningRate) = (time, 0, rate)
      return
    }
    let period = 1e9 / (rate * (1 + clockError))
    let finished = Int(Double(time - start) / period)
    // More than 5000 old ones fit in no FIFO.
    measured = max(measured, finished - 5000)
    while measured < finished {
      measured += 1
      let middle = start + Int64((Double(measured) - 0.5) * period)
      measurementTimes.append(middle)
      take(motion?(middle) ?? environment)
    }
  }

  /// Components of a vector.
  package func components(_ vector: Vector3) -> [Double] { [vector.x, vector.y, vector.z] }

  /// A count of 16 bits, saturated.
  package func count(_ value: Double) -> Int16 {
    Int16(min(max(value.rounded(), -32768), 32767))
  }

  /// The two bytes of a count, the lower first.
  package func bytes(_ count: Int16) -> [UInt8] {
    let bits = UInt16(bitPattern: count)
    return [UInt8(bits & 0xFF), UInt8(bits >> 8)]
  }

  /// Writes counts into consecutive registers, the lower byte first.
  ///
  /// Without block data update the bytes belong to different measurements, which shows in the upper
  /// one.
  package func put(_ values: [Double], at register: UInt8, isBlockUpdate: Bool) {
    for (index, value) in values.enumerated() {
      let two = bytes(count(value))
      registers[Int(register) + 2 * index] = two[0]
      registers[Int(register) + 2 * index + 1] = isBlockUpdate ? two[1] : two[1] &+ 1
    }
  }
}

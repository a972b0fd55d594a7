import HeadingChips
package import HeadingGeometry

/// AK8963 (data sheet MS1356-E-02) and AK09916 (AK09916C data sheet).
package final class AKMChip: SampledChip {
  /// Which chip.
  package enum Kind: Sendable {
    /// AK8963.
    case ak8963
    /// AK09916.
    case ak09916
  }

  /// The fuse ROM's ASAX, ASAY, ASAZ of an AK8963.
  package var adjustment: [UInt8] = [176, 181, 169]
  /// Counts of the self-test.
  package var selfTest = Vector3(30, -45, -900)

  private let kind: Kind
  /// A measurement has been read in part: the chip keeps it until status 2 is read.
  private var isHeld = false

  /// Creates a chip after power-on.
  package init(_ kind: Kind) {
    self.kind = kind
    super.init(kind == .ak8963 ? [0x00: 0x48, 0x01: 0x9A] : [0x00: 0x48, 0x01: 0x09])
  }

  private var status: Int { kind == .ak8963 ? 0x02 : 0x10 }
  private var output: UInt8 { kind == .ak8963 ? 0x03 : 0x11 }
  private var status2: UInt8 { kind == .ak8963 ? 0x09 : 0x18 }
  private var control: Int { kind == .ak8963 ? 0x0A : 0x31 }
  private var mode: UInt8 { registers[control] & (kind == .ak8963 ? 0x0F : 0x1F) }

  package override var period: Int64? {
    let rate: Double? =
      switch (kind, mode) {
      case (.ak8963, 2): 8
      case (.ak8963, 6): 100
      case (.ak8963, 8), (.ak09916, 16): 1000 / 7.2
      case (.ak09916, 2): 10
      case (.ak09916, 4): 20
      case (.ak09916, 6): 50
      case (.ak09916, 8): 100
      default: nil
      }
    return rate.map { Int64(1e9 / $0) }
  }

  package override func sample(at time: Int64) {
    guard !isHeld else { return }
    let isTest = kind == .ak8963 ? mode == 8 : mode == 16
    var sum = 0.0
    let microtesla = environment.field / 1e-6
    for (index, value) in [microtesla.x, microtesla.y, microtesla.z].enumerated() {
      sum += abs(value)
      var counts = value / 0.15
      let test = [selfTest.x, selfTest.y, selfTest.z][index]
      if isTest, kind == .ak09916 || registers[0x0C] & 0x40 != 0 { counts = test }
      if kind == .ak8963 {
        counts /= (Double(adjustment[index]) - 128) * 0.5 / 128 + 1
        // 14-bit output unless BIT is set.
        if registers[control] & 0x10 == 0 { counts /= 4 }
      }
      set(counts, at: output + UInt8(2 * index))
    }
    registers[Int(status2)] = sum >= 4912 ? 0x08 : 0
    if registers[status] & 0x01 != 0 { registers[status] |= 0x02 }
    registers[status] |= 0x01
    if isTest { registers[control] = 0 }
  }

  package override func apply(_ value: UInt8, to register: UInt8, at time: Int64) {
    let reset: UInt8 = kind == .ak8963 ? 0x0B : 0x32
    switch Int(register) {
    case control:
      // A mode is entered from power-down only.
      guard mode == 0 || value & 0x0F == 0 else { return }
      registers[control] = value
      isHeld = false
      registers[status] = 0
      let isFuse = kind == .ak8963 && value & 0x0F == 0x0F
      for index in 0..<3 where kind == .ak8963 {
        registers[0x10 + index] = isFuse ? adjustment[index] : 0
      }
      restart()
    case Int(reset) where value & 0x01 != 0:
      registers[control] = 0
      registers[status] = 0
    case 0x0C: registers[0x0C] = value
    default: break
    }
  }

  package override func load(_ register: UInt8, at time: Int64) -> UInt8 {
    if register == status2 {
      isHeld = false
      registers[status] = 0
    } else if (output..<output + 6).contains(register) {
      isHeld = true
    }
    return registers[Int(register)]
  }
}

import HeadingBeacons

extension BeaconPattern {
  /// Creates the pattern of a constraint.
  init(_ constraint: CLBeaconIdentityConstraint) {
    let (high, low) = constraint.uuid.halves
    self.init(high: high, low: low, major: constraint.major, minor: constraint.minor)
  }
}

extension UUID {
  /// Both halves of the bytes as numbers.
  var halves: (UInt64, UInt64) {
    unsafe withUnsafeBytes(of: uuid) { bytes in
      func half(_ part: Range<Int>) -> UInt64 {
        part.reduce(0) { unsafe $0 << 8 | UInt64(bytes[$1]) }
      }
      return (half(0..<8), half(8..<16))
    }
  }

  /// Creates the UUID of a beacon.
  init(_ identity: BeaconIdentity) {
    func byte(_ number: Int) -> UInt8 {
      let half = number < 8 ? identity.high : identity.low
      return UInt8(truncatingIfNeeded: half >> (56 - 8 * (number % 8)))
    }
    self.init(
      uuid: (
        byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7), byte(8), byte(9),
        byte(10), byte(11), byte(12), byte(13), byte(14), byte(15)
      ))
  }
}

extension CLProximity {
  /// Creates the class of a distance; unknown for `nil`.
  init(_ proximity: BeaconProximity?) {
    self =
      switch proximity {
      case .immediate: .immediate
      case .near: .near
      case .far: .far
      case nil: .unknown
      }
  }
}

extension CLBeacon.Values {
  /// Creates the values of a ranged beacon, last heard at a date.
  init(_ beacon: BeaconRanger.Ranged, date: Date) {
    self.init(
      uuid: UUID(beacon.identity), major: beacon.identity.major, minor: beacon.identity.minor,
      proximity: CLProximity(beacon.proximity), accuracy: beacon.distance ?? -1,
      rssi: beacon.rssi ?? 0, timestamp: date)
  }
}

/// An advertisement of an iBeacon, from the manufacturer data of Bluetooth.
package struct BeaconAdvertisement: Sendable, Hashable {
  /// The number of the company in whose format beacons advertise.
  package static let company: UInt16 = 0x004C

  /// The bytes that the data of a beacon begins with: type 2, 21 bytes.
  package static let prefix: [UInt8] = [0x02, 0x15]

  /// Number of bytes after the company's number.
  package static let length = 23

  /// The beacon.
  package let identity: BeaconIdentity

  /// Received signal strength at 1 m as the beacon's maker or owner measured it, dBm.
  package let measuredPower: Int8

  /// Creates an advertisement.
  package init(identity: BeaconIdentity, measuredPower: Int8) {
    (self.identity, self.measuredPower) = (identity, measuredPower)
  }

  /// Reads the data of a company; `nil` if it is not exactly that of a beacon.
  ///
  /// - Parameters:
  ///   - company: The company's number.
  ///   - data: The bytes after it.
  package init?(company: UInt16, data: [UInt8]) {
    guard company == Self.company, data.count == Self.length, data.starts(with: Self.prefix) else {
      return nil
    }
    func number<Number: FixedWidthInteger>(_ first: Int, as _: Number.Type) -> Number {
      data[first..<first + Number.bitWidth / 8].reduce(0) { $0 << 8 | Number($1) }
    }
    identity = BeaconIdentity(
      high: number(2, as: UInt64.self), low: number(10, as: UInt64.self),
      major: number(18, as: UInt16.self), minor: number(20, as: UInt16.self))
    measuredPower = Int8(bitPattern: data[22])
  }
}

/// What a beacon says it is; anybody can send it.
package struct BeaconIdentity: Sendable, Hashable, Comparable {
  /// The upper half of the UUID.
  package let high: UInt64
  /// The lower half of the UUID.
  package let low: UInt64
  /// The major number.
  package let major: UInt16
  /// The minor number.
  package let minor: UInt16

  /// Creates an identity.
  package init(high: UInt64, low: UInt64, major: UInt16, minor: UInt16) {
    (self.high, self.low, self.major, self.minor) = (high, low, major, minor)
  }

  /// The order of the numbers, for a list that does not jump.
  package static func < (one: BeaconIdentity, other: BeaconIdentity) -> Bool {
    (one.high, one.low, one.major, one.minor) < (other.high, other.low, other.major, other.minor)
  }
}

/// The beacons of a UUID; an omitted number matches any.
package struct BeaconPattern: Sendable, Hashable {
  /// The upper half of the UUID.
  package let high: UInt64
  /// The lower half of the UUID.
  package let low: UInt64
  /// The major number; `nil` matches any.
  package let major: UInt16?
  /// The minor number; `nil` matches any.
  package let minor: UInt16?

  /// Creates a pattern.
  package init(high: UInt64, low: UInt64, major: UInt16?, minor: UInt16?) {
    (self.high, self.low, self.major, self.minor) = (high, low, major, minor)
  }

  /// Whether a beacon matches.
  package func matches(_ identity: BeaconIdentity) -> Bool {
    identity.high == high && identity.low == low && major ?? identity.major == identity.major
      && minor ?? identity.minor == identity.minor
  }
}

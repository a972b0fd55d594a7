/// This program as a node of the network: its address, and its answers to other nodes.
///
/// ISO 11783-5: a node claims an address and uses it if nobody with a lower NAME claims it within
/// 250 ms; else it claims the next one.
package struct NMEA2000Node: Sendable {
  /// Parameter groups of the network itself.
  private enum Group {
    static let acknowledgement: UInt32 = 59_392
    static let claim: UInt32 = 60_928
    static let list: UInt32 = 126_464
    static let heartbeat: UInt32 = 126_993
    static let product: UInt32 = 126_996
  }

  /// The address.
  private enum Address: Sendable, Hashable {
    /// Claimed since a time, not used yet.
    case claimed(UInt8, since: Double)
    case own(UInt8)
    /// Every address belongs to others.
    case none
  }

  /// Addresses that a node may claim.
  private static let addresses = UInt8(0)...UInt8(251)
  /// Time in which others may object, s.
  private static let objection = 0.25
  private static let heartbeatPeriod = 60.0

  private let name: NMEA2000Name
  private let product: NMEA2000Product
  private let groups: [UInt32]
  private var address: Address
  private var tried = 1
  private var sequence: UInt8 = 0
  private var beats: UInt8 = 0
  private var nextBeat = 0.0

  /// Creates a node that has to claim its address.
  ///
  /// - Parameters:
  ///   - name: Its NAME.
  ///   - product: What it says about itself.
  ///   - groups: The parameter groups that it sends.
  ///   - preferred: The address that it claims first.
  ///   - time: Now, s.
  package init(
    name: NMEA2000Name, product: NMEA2000Product, groups: [UInt32], preferred: UInt8,
    at time: Double
  ) {
    (self.name, self.product, self.groups) = (name, product, groups)
    address = .claimed(min(preferred, Self.addresses.upperBound), since: time)
  }

  /// The address in use; `nil` while it has none.
  package var source: UInt8? { if case .own(let address) = address { address } else { nil } }

  /// The claim with which the node begins.
  package mutating func begin() -> [CANFrame] { claim() }

  /// What is due at a time: the use of the address, heartbeats.
  package mutating func advance(to time: Double) -> [CANFrame] {
    if case .claimed(let number, let since) = address, time - since >= Self.objection {
      address = .own(number)
      nextBeat = time
    }
    guard source != nil, time >= nextBeat else { return [] }
    nextBeat = time + Self.heartbeatPeriod
    var fields = NMEA2000Fields()
    fields.integer(UInt64(Self.heartbeatPeriod * 1000), bits: 16)
    fields.integer(UInt64(beats), bits: 8)
    fields.reserved(bits: 40)
    beats = beats == 252 ? 0 : beats + 1
    return frames(NMEA2000Message(group: Group.heartbeat, priority: 7, data: fields.bytes))
  }

  /// The frames of a message; none without an address.
  package mutating func frames(_ message: NMEA2000Message) -> [CANFrame] {
    guard let source else { return [] }
    sequence = (sequence + 1) & 7
    return message.frames(source: source, sequence: sequence)
  }

  /// Takes a frame of another node.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - time: Now, s.
  /// - Returns: The answer.
  package mutating func take(_ frame: CANFrame, at time: Double) -> [CANFrame] {
    let (message, source) = NMEA2000Message.read(frame)
    switch message.group {
    case Group.claim: return contest(message, source, at: time)
    case NMEA2000Message.request: return answer(message, source)
    default: return []
    }
  }

  private var number: UInt8? {
    switch address {
    case .claimed(let number, _), .own(let number): number
    case .none: nil
    }
  }

  private func claim() -> [CANFrame] {
    NMEA2000Message(group: Group.claim, priority: 6, data: name.bytes)
      .frames(source: number ?? NMEA2000Message.nobody, sequence: 0)
  }

  /// Another node claims an address.
  private mutating func contest(
    _ message: NMEA2000Message, _ source: UInt8, at time: Double
  ) -> [CANFrame] {
    guard source == number, let other = NMEA2000Name(message.data), other != name else { return [] }
    if name.value < other.value { return claim() }
    if tried > Int(Self.addresses.upperBound) {
      address = .none
    } else {
      tried += 1
      let next = source == Self.addresses.upperBound ? 0 : source + 1
      address = .claimed(next, since: time)
    }
    return claim()
  }

  /// Another node requests a parameter group.
  private mutating func answer(_ message: NMEA2000Message, _ source: UInt8) -> [CANFrame] {
    let isForAll = message.destination == NMEA2000Message.everybody
    guard message.data.count >= 3, isForAll || message.destination == number else { return [] }
    let group = message.data.prefix(3).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    switch group {
    case Group.claim: return claim()
    case Group.product:
      return frames(NMEA2000Message(group: Group.product, priority: 6, data: product.bytes))
    case Group.list:
      var fields = NMEA2000Fields()
      // 0: what this node sends.
      fields.integer(0, bits: 8)
      let own = [
        Group.acknowledgement, Group.claim, Group.list, Group.heartbeat, Group.product,
      ]
      for group in own + groups { fields.integer(UInt64(group), bits: 24) }
      return frames(
        NMEA2000Message(group: Group.list, priority: 6, destination: source, data: fields.bytes))
    default:
      guard !isForAll else { return [] }
      var fields = NMEA2000Fields()
      // 1: refused.
      fields.integer(1, bits: 8)
      fields.reserved(bits: 32)
      fields.integer(UInt64(group), bits: 24)
      return frames(
        NMEA2000Message(
          group: Group.acknowledgement, priority: 6, destination: source, data: fields.bytes))
    }
  }
}

/// The Sensor Hub Transport Protocol over I²C or a serial line.
struct SHTPLink {
  private let connection: ChipConnection
  private var assembler = SHTPAssembler()
  private var deframer = SHTPDeframer()
  private var sequences = [UInt8](repeating: 0, count: 6)
  private var invalidHeaders = 0

  /// The longest transfer that is read at once over I²C.
  private static let maximumRead = 256

  init(_ connection: ChipConnection) { self.connection = connection }

  /// Checks without writing that a header can be what a chip answers.
  ///
  /// - Throws: ``ChipError/wrongIdentity(_:)`` with the header.
  func identify() throws(ChipError) {
    guard connection.bus.kind == .i2c else { return }
    let header = try connection.receive(4)
    guard let length = SHTPAssembler.length(header), length <= SHTPAssembler.maximum + 4 else {
      throw .wrongIdentity(Hexadecimal.text(header))
    }
  }

  /// Sends a cargo.
  mutating func send(_ payload: [UInt8], on channel: UInt8) throws(ChipError) {
    let length = payload.count + 4
    let header = [UInt8(length & 0xFF), UInt8(length >> 8), channel, sequences[Int(channel)]]
    sequences[Int(channel)] &+= 1
    guard connection.bus.kind == .serial else { return try connection.transmit(header + payload) }
    // The chip needs 100 µs between two bytes.
    for byte in SHTPDeframer.frame(header + payload) {
      try connection.transmit([byte])
      connection.clock.wait(microseconds: 100)
    }
  }

  /// The cargoes that have become available, a few at most.
  mutating func receive() throws(ChipError) -> [SHTPPacket] {
    var packets: [SHTPPacket] = []
    guard connection.bus.kind == .i2c else {
      for transfer in deframer.add(try connection.receive(4096)) {
        if let packet = assembler.add(transfer) { packets.append(packet) }
      }
      return packets
    }
    for _ in 0..<8 {
      let header = try connection.receive(4)
      guard let length = SHTPAssembler.length(header) else {
        invalidHeaders += 1
        guard invalidHeaders < 10 else { throw .badData("header \(Hexadecimal.text(header))") }
        break
      }
      invalidHeaders = 0
      guard length > 0 else { break }
      // The header is repeated with the data; alone it would not be taken from the chip.
      let transfer = try connection.receive(min(max(length, 5), Self.maximumRead))
      if let packet = assembler.add(transfer) { packets.append(packet) }
    }
    return packets
  }

  /// Forgets the sequence numbers: the chip was reset.
  mutating func restart() {
    assembler = SHTPAssembler()
    sequences = [UInt8](repeating: 0, count: 6)
  }
}

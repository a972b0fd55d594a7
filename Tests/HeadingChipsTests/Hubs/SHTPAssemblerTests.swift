import Testing

@testable import HeadingChips

struct SHTPAssemblerTests {
  private func transfer(
    _ length: Int, _ channel: UInt8, _ sequence: UInt8, _ data: [UInt8], continues: Bool = false
  ) -> [UInt8] {
    [UInt8(length & 0xFF), UInt8(length >> 8) | (continues ? 0x80 : 0), channel, sequence] + data
  }

  @Test func `a cargo in parts is joined`() {
    var assembler = SHTPAssembler()
    #expect(assembler.add(transfer(10, 2, 0, [1, 2, 3])) == nil)
    #expect(assembler.add(transfer(7, 2, 1, [4, 5], continues: true)) == nil)
    let packet = assembler.add(transfer(5, 2, 2, [6], continues: true))
    #expect(packet == SHTPPacket(channel: 2, payload: [1, 2, 3, 4, 5, 6]))
  }

  @Test func `a part of another cargo ends the one in progress`() {
    var assembler = SHTPAssembler()
    // Another channel, another rest, a lost part, a new cargo.
    #expect(assembler.add(transfer(10, 2, 0, [1, 2, 3])) == nil)
    #expect(assembler.add(transfer(7, 3, 1, [4, 5, 6], continues: true)) == nil)
    #expect(assembler.add(transfer(7, 2, 1, [4, 5, 6], continues: true)) == nil)
    #expect(assembler.add(transfer(10, 2, 2, [1, 2, 3])) == nil)
    #expect(assembler.add(transfer(6, 2, 3, [4, 5], continues: true)) == nil)
    #expect(assembler.add(transfer(10, 2, 4, [1, 2, 3])) == nil)
    #expect(assembler.add(transfer(5, 2, 5, [9])) == SHTPPacket(channel: 2, payload: [9]))
  }

  @Test func `a repeated report is dropped, and a gap is none of its business`() {
    var assembler = SHTPAssembler()
    #expect(assembler.add(transfer(5, 3, 7, [1])) != nil)
    #expect(assembler.add(transfer(5, 3, 7, [1])) == nil)
    #expect(assembler.add(transfer(5, 3, 9, [1])) != nil)
    #expect(assembler.add(transfer(5, 1, 0, [1])) != nil)
    #expect(assembler.add(transfer(5, 1, 0, [1])) != nil)
  }

  @Test func `a cargo that is too long is not collected`() {
    var assembler = SHTPAssembler()
    #expect(assembler.add(transfer(0x7FFE, 2, 0, [UInt8](repeating: 1, count: 250))) == nil)
    #expect(assembler.add(transfer(0x7F04, 2, 1, [1, 2, 3], continues: true)) == nil)
    #expect(assembler.add(transfer(5, 2, 5, [9])) != nil)
  }

  @Test func `any header of any length is taken without a trap`() {
    var assembler = SHTPAssembler()
    var generator = SystemRandomNumberGenerator()
    for count in 0..<2000 {
      let bytes = (0..<count % 40).map { _ in UInt8.random(in: 0...255, using: &generator) }
      _ = assembler.add(bytes)
    }
  }

  @Test func `frames are unescaped, and found again after garbage`() {
    var deframer = SHTPDeframer()
    let transfer: [UInt8] = [6, 0, 0x7E, 0x7D]
    let frame = SHTPDeframer.frame(transfer)
    #expect(frame == [0x7E, 1, 6, 0, 0x7D, 0x5E, 0x7D, 0x5D, 0x7E])
    #expect(deframer.add(frame) == [transfer])
    #expect(deframer.add([1, 2, 3, 0x7D]) == [])
    #expect(deframer.add(frame) == [transfer])
    // A frame that lost its end is ended by the next flag.
    #expect(deframer.add(Array(frame.dropLast(3)) + frame).last == transfer)
    #expect(deframer.add([UInt8](repeating: 0x41, count: 100_000)) == [])
    #expect(deframer.add(frame) == [transfer])
  }
}

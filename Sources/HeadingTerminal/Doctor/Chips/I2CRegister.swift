import Glibc
package import HeadingChips

/// Reads one register of a chip through the kernel's I²C device nodes.
package enum I2CRegister {
  /// `I2C_RDWR` of linux/i2c-dev.h.
  private static let readAndWrite: UInt = 0x0707

  /// `I2C_M_RD` of linux/i2c.h.
  private static let isRead: UInt16 = 0x0001

  /// Writes the register's number and reads a byte, in one transaction.
  package static func read(
    bus: Int, address: UInt8, register: UInt8
  ) throws(BusError) -> UInt8 {
    let file = unsafe open("/dev/i2c-\(bus)", O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw error(errno) }
    defer { close(file) }
    // Two i2c_msg (address, flags, length: 16 bits each; pointer), the i2c_rdwr_ioctl_data (pointer;
    // count: 32 bits) and the two bytes, as the kernel lays them out on 64-bit systems.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    defer { unsafe memory.deallocate() }
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
    let bytes = unsafe memory + 48
    unsafe bytes.storeBytes(of: register, as: UInt8.self)
    for (offset, flags) in [(0, 0), (16, isRead)] {
      unsafe memory.storeBytes(of: UInt16(address), toByteOffset: offset, as: UInt16.self)
      unsafe memory.storeBytes(of: flags, toByteOffset: offset + 2, as: UInt16.self)
      unsafe memory.storeBytes(of: 1, toByteOffset: offset + 4, as: UInt16.self)
      unsafe memory.storeBytes(
        of: UInt(bitPattern: bytes) + (flags == isRead ? 1 : 0), toByteOffset: offset + 8,
        as: UInt.self)
    }
    unsafe memory.storeBytes(of: UInt(bitPattern: memory), toByteOffset: 32, as: UInt.self)
    unsafe memory.storeBytes(of: 2, toByteOffset: 40, as: UInt32.self)
    guard unsafe ioctl(file, readAndWrite, memory + 32) >= 0 else { throw error(errno) }
    return unsafe bytes.load(fromByteOffset: 1, as: UInt8.self)
  }

  private static func error(_ number: Int32) -> BusError {
    switch number {
    case ENXIO, EREMOTEIO: .notAcknowledged
    case ETIMEDOUT, EAGAIN: .timedOut
    case EBUSY: .busy
    case ENOENT, ENODEV: .gone
    case EOPNOTSUPP: .unsupported
    default: .system(number)
    }
  }
}

/// Measurements that were read from the FIFO of a chip of the family LSM6DS.
struct LSM6DSBlock {
  /// Counts of the accelerometer, oldest first.
  private(set) var accelerations: [SIMD4<Int32>] = []

  /// Counts of the gyroscope, oldest first.
  private(set) var rates: [SIMD4<Int32>] = []

  /// Pairs of measurements that remain in the FIFO.
  let remaining: Int

  /// Pairs that are read at most in one transaction: 400 bytes, 10 ms at 400 kHz.
  private static let limit = 32

  /// Reads words of 16 bits that follow the pattern: gyroscope x, y, z, accelerometer x, y, z.
  ///
  /// `next` is the position in the pattern of the first word.
  init(pattern registers: Registers, words: Int, next: Int) throws(ChipError) {
    // An incomplete pair at the beginning is discarded, one at the end is left.
    let skipped = next % 6 == 0 ? 0 : 6 - next % 6
    let pairs = max(0, words - skipped) / 6
    let number = min(pairs, Self.limit)
    remaining = pairs - number
    guard skipped + number > 0, words >= skipped else { return }
    let bytes = try registers.read(
      LSM6DSRegister.fifoOutput, count: 2 * (skipped + 6 * number))
    for pair in 0..<number {
      let start = 2 * (skipped + 6 * pair)
      rates.append(bytes.vector(start))
      accelerations.append(bytes.vector(start + 6))
    }
  }

  /// Reads words of seven bytes, of which the first is a tag.
  init(tagged registers: Registers, words: Int) throws(ChipError) {
    let number = min(words, 2 * Self.limit)
    remaining = (words - number) / 2
    let bytes = try registers.read(LSM6DSRegister.taggedFIFOOutput, count: 7 * number)
    for start in stride(from: 0, to: 7 * number, by: 7) {
      switch bytes[start] >> 3 {
      case 1: rates.append(bytes.vector(start + 1))
      case 2: accelerations.append(bytes.vector(start + 1))
      default: break
      }
    }
  }
}

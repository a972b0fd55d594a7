/// Structs that begin with their size, so that they can grow: what a caller of an older header does not know is
/// not written, and what a newer caller sets beyond the known is refused.
enum SizedStruct {
  /// Writes a struct into a caller's, as far as that reaches; a longer one is filled with zeros.
  ///
  /// - Parameters:
  ///   - value: The struct with all values.
  ///   - target: The caller's.
  ///   - least: The size of its first version; until there is a second one, that of the struct.
  /// - Returns: What the caller is told.
  static func write<Value>(
    _ value: Value, to target: UnsafeMutablePointer<Value>?, least: Int = MemoryLayout<Value>.size
  ) -> Outcome {
    guard let target = unsafe target else { return .null }
    let raw = UnsafeMutableRawPointer(target)
    let size = unsafe raw.loadUnaligned(as: Int.self)
    guard size >= least, size <= largest else { return .size }
    let header = MemoryLayout<Int>.size
    let known = min(size, MemoryLayout<Value>.size)
    let rest = unsafe UnsafeMutableRawBufferPointer(start: raw, count: size)
    unsafe withUnsafeBytes(of: value) { bytes in
      unsafe UnsafeMutableRawBufferPointer(rebasing: rest[header..<known]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[header..<known]))
    }
    for index in known..<size { unsafe rest[index] = 0 }
    return .ok
  }

  /// Reads a caller's struct; what a shorter one lacks is that of `standard`.
  ///
  /// - Parameters:
  ///   - source: The caller's, not null.
  ///   - standard: The values of members that it lacks.
  ///   - least: As for ``write(_:to:least:)``.
  /// - Returns: The struct; `nil` if its size is wrong, or it sets what this version does not know.
  static func read<Value>(
    _ source: UnsafePointer<Value>, standard: Value, least: Int = MemoryLayout<Value>.size
  ) -> Value? {
    let raw = unsafe UnsafeRawPointer(source)
    let size = unsafe raw.loadUnaligned(as: Int.self)
    guard size >= least, size <= largest else { return nil }
    let known = min(size, MemoryLayout<Value>.size)
    for offset in known..<size where unsafe raw.load(fromByteOffset: offset, as: UInt8.self) != 0 {
      return nil
    }
    var value = standard
    unsafe withUnsafeMutableBytes(of: &value) { bytes in
      unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: raw, count: known))
    }
    return value
  }

  /// Beyond any version of these structs: a size that was never set.
  private static let largest = 65_536
}

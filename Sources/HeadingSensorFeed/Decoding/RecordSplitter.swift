/// Splits bytes into records that end with a delimiter.
///
/// A record that is too long is dropped up to its end, so that the limit bounds the memory.
struct RecordSplitter {
  /// The byte that ends a record.
  let delimiter: UInt8

  /// Longest record, bytes.
  let limit: Int

  private var record: [UInt8] = []
  private var isDropping = false

  /// Whether a record has begun.
  var isWithinRecord: Bool { !record.isEmpty }

  init(delimiter: UInt8, limit: Int) {
    self.delimiter = delimiter
    self.limit = limit
  }

  /// Appends bytes and passes on every complete record; of one that was too long its first byte.
  mutating func append(
    _ bytes: ArraySlice<UInt8>, _ take: (_ record: [UInt8], _ isWhole: Bool) -> Void
  ) {
    var rest = bytes
    while let end = rest.firstIndex(of: delimiter) {
      extend(rest[..<end])
      finish(take)
      rest = rest[(end + 1)...]
    }
    extend(rest)
  }

  /// Ends the record without a delimiter, at the end of a datagram.
  mutating func finish(_ take: (_ record: [UInt8], _ isWhole: Bool) -> Void) {
    if !record.isEmpty { take(record, !isDropping) }
    isDropping = false
    record.removeAll(keepingCapacity: true)
  }

  private mutating func extend(_ bytes: ArraySlice<UInt8>) {
    guard !isDropping, !bytes.isEmpty else { return }
    if record.count + bytes.count > limit {
      isDropping = true
      record = [record.first ?? bytes[bytes.startIndex]]
    } else {
      record.append(contentsOf: bytes)
    }
  }
}

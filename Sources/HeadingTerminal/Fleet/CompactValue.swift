/// A value of CBOR (RFC 8949) with definite lengths, as states in the compact format have.
enum CompactValue: Sendable, Hashable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([CompactValue])
  case object([String: CompactValue])

  /// Deepest nesting that is read.
  private static let deepest = 8

  /// Reads bytes that are one value; `nil` if they are not.
  init?(_ bytes: [UInt8]) {
    var reader = Reader(rest: bytes[...])
    guard let value = reader.value(depth: 0), reader.rest.isEmpty else { return nil }
    self = value
  }

  /// The members of an object.
  var members: [String: CompactValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func value(depth: Int) -> CompactValue? {
      guard depth < CompactValue.deepest, let first = rest.popFirst() else { return nil }
      let (kind, short) = (first >> 5, first & 31)
      guard kind != 7 else { return simple(short) }
      guard let argument = argument(short) else { return nil }
      switch kind {
      case 0: return .number(Double(argument))
      case 1: return .number(-1 - Double(argument))
      case 3: return text(argument).map { .text($0) }
      case 4: return list(argument, depth)
      case 5: return object(argument, depth)
      default: return nil
      }
    }

    /// The number that follows the first byte, or is in it.
    private mutating func argument(_ short: UInt8) -> UInt64? {
      switch short {
      case 0..<24: UInt64(short)
      case 24...27: whole(1 << (short - 24))
      default: nil
      }
    }

    private mutating func whole(_ count: Int) -> UInt64? {
      guard rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func simple(_ short: UInt8) -> CompactValue? {
      switch short {
      case 20, 21: .flag(short == 21)
      case 22, 23: .null
      case 25: whole(2).map { .number(Double(Float16(bitPattern: UInt16($0)))) }
      case 26: whole(4).map { .number(Double(Float(bitPattern: UInt32($0)))) }
      case 27: whole(8).map { .number(Double(bitPattern: $0)) }
      default: nil
      }
    }

    private mutating func text(_ count: UInt64) -> String? {
      guard count <= UInt64(rest.count) else { return nil }
      defer { rest = rest.dropFirst(Int(count)) }
      return String(decoding: rest.prefix(Int(count)), as: UTF8.self)
    }

    private mutating func list(_ count: UInt64, _ depth: Int) -> CompactValue? {
      // Each item has a byte at least.
      guard count <= UInt64(rest.count) else { return nil }
      var items: [CompactValue] = []
      for _ in 0..<count {
        guard let item = value(depth: depth + 1) else { return nil }
        items.append(item)
      }
      return .list(items)
    }

    private mutating func object(_ count: UInt64, _ depth: Int) -> CompactValue? {
      guard count <= UInt64(rest.count) / 2 else { return nil }
      var members: [String: CompactValue] = [:]
      for _ in 0..<count {
        guard case .text(let key) = value(depth: depth + 1), let item = value(depth: depth + 1)
        else { return nil }
        members[key] = item
      }
      return .object(members)
    }
  }
}

import HeadingSensing

/// The one sender of a quantity that is used.
///
/// The sender in use stays it until it has been silent; then that with the lowest address is taken,
/// of those that are heard.
struct SenderChoice: Sendable {
  /// Time without a valid value after which a sender is silent, s.
  static let silence = 2.5

  /// The sender in use; `nil` before the first.
  private(set) var current: UInt8?

  /// When each sender's last valid value came.
  private var heard: [UInt8: BootTime] = [:]

  /// Notes a valid value.
  ///
  /// - Parameters:
  ///   - source: Its sender.
  ///   - now: When it came.
  ///   - isOpen: Whether a sender may be chosen yet.
  /// - Returns: Whether it is used.
  mutating func admits(_ source: UInt8, at now: BootTime, isOpen: Bool) -> Bool {
    heard[source] = now
    guard isOpen else { return false }
    if let current, isHeard(current, at: now) { return current == source }
    heard = heard.filter { now.seconds(since: $0.value) <= Self.silence }
    current = heard.keys.min()
    return current == source
  }

  /// Whether the sender in use is heard.
  func isHeard(at now: BootTime) -> Bool { current.map { isHeard($0, at: now) } ?? false }

  /// Forgets a sender, because another device has its address or a value is none.
  mutating func forget(_ source: UInt8) {
    heard[source] = nil
    if current == source { current = nil }
  }

  /// Follows a sender that has changed its address.
  mutating func move(_ old: UInt8, to new: UInt8) {
    heard[new] = heard.removeValue(forKey: old)
    if current == old { current = new }
  }

  private func isHeard(_ source: UInt8, at now: BootTime) -> Bool {
    heard[source].map { now.seconds(since: $0) <= Self.silence } ?? false
  }
}

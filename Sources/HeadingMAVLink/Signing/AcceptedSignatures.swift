import Synchronization

/// The newest accepted time of each link, system and component, for all senders of an endpoint.
///
/// A sender that falls silent is forgotten; its times are not, so that nobody can send its frames
/// again.
package final class AcceptedSignatures: Sendable {
  /// What signs.
  struct Stream: Hashable {
    var link: UInt8
    var system: UInt8
    var component: UInt8
  }

  /// Time by which the first frame of a stream may be behind, s.
  private static let delay: UInt64 = 60

  /// Time by which a frame may be ahead of the present, s.
  ///
  /// The clock of a machine without a battery may be years behind. One frame with the largest time would
  /// end all signatures of this key.
  private static let lead: UInt64 = 10 * 31_557_600

  /// No present is before 2026, whatever an unset clock says.
  private static let earliestPresent = SignatureTime(secondsSince1970: 1_767_225_600)

  /// Largest number of streams: only holders of the key can make one.
  private static let most = 64

  private struct State {
    var streams: [Stream: SignatureTime] = [:]
    var newest: SignatureTime?
  }

  private let state = Mutex(State())

  /// Nothing was accepted yet.
  package init() {}

  /// The latest accepted time; a sender's next signature is later.
  var newest: SignatureTime? { state.withLock { $0.newest } }

  /// Accepts a time, or says why not.
  func refusal(
    of time: SignatureTime, from stream: Stream, present: SignatureTime
  ) -> MAVLinkVerifier.Refusal? {
    guard time <= max(present, Self.earliestPresent).advanced(bySeconds: Self.lead) else {
      return .future
    }
    return state.withLock { state in
      if let last = state.streams[stream] {
        guard time > last else { return .past }
      } else {
        let reference = max(present, state.newest ?? present)
        guard time.advanced(bySeconds: Self.delay) >= reference else { return .past }
        guard state.streams.count < Self.most else { return .tooMany }
      }
      state.streams[stream] = time
      state.newest = max(time, state.newest ?? time)
      return nil
    }
  }
}

import HeadingStorage
import Synchronization

/// Codes for phones: each gives the page's token once, and for some minutes only.
///
/// A code is shown as a picture, which somebody else may photograph; what is photographed after its use is
/// worth nothing.
final class OneTimeCodes: Sendable {
  /// How long a code can be used.
  static let lifetime = Duration.seconds(300)

  /// Codes that may be open at a time.
  ///
  /// Another one ends the oldest.
  private static let most = 64

  private struct Code {
    var secret: RemoteToken
    var end: ContinuousClock.Instant
  }

  private let codes = Mutex<[Code]>([])

  /// Issues a code.
  func issue(at now: ContinuousClock.Instant = .now) -> String {
    let secret = RemoteToken()
    codes.withLock { codes in
      codes.removeAll { $0.end <= now }
      if codes.count == Self.most { codes.removeFirst() }
      codes.append(Code(secret: secret, end: now + Self.lifetime))
    }
    return secret.text
  }

  /// Uses a code; whether it was open.
  func redeem(_ text: String, at now: ContinuousClock.Instant = .now) -> Bool {
    codes.withLock { codes in
      codes.removeAll { $0.end <= now }
      guard let index = codes.firstIndex(where: { $0.secret.matches(text) }) else { return false }
      codes.remove(at: index)
      return true
    }
  }
}

/// Accepts the frames that are signed with a key, each once.
///
/// The rules are those of the MAVLink guide, "Message Signing": the signature is right; the time is
/// later than that of the last frame of the same link, system and component; the first one of them
/// is at most a minute behind the present. Beyond them, no time is more than ten years ahead, since the
/// sender follows the latest one.
package struct MAVLinkVerifier: Sendable {
  /// Why a frame is not accepted.
  package enum Refusal: Sendable, Hashable {
    /// It has no signature.
    case unsigned

    /// The signature is that of another key or another frame.
    case wrongSignature

    /// Its time is past: the frame was received before, or is a recorded one.
    case past

    /// Its time is more than ten years ahead.
    case future

    /// More components sign than are kept.
    case tooMany
  }

  private let key: MAVLinkKey
  private let accepted: AcceptedSignatures

  /// The latest accepted time; a sender's next signature is later.
  package var newest: SignatureTime? { accepted.newest }

  /// The present by this machine's clock.
  package var present: SignatureTime

  /// A verifier.
  ///
  /// - Parameters:
  ///   - key: The secret.
  ///   - present: The present by this machine's clock.
  ///   - accepted: What was accepted before, from this and from other senders.
  package init(
    key: MAVLinkKey, present: SignatureTime, accepted: AcceptedSignatures = AcceptedSignatures()
  ) {
    self.key = key
    self.present = present
    self.accepted = accepted
  }

  /// Checks a frame.
  ///
  /// - Parameters:
  ///   - frame: What the bytes carry.
  ///   - bytes: All bytes of the frame, from the first one to the signature.
  /// - Returns: Why it is refused; `nil` if it is accepted.
  mutating func refusal(of frame: MAVLinkFrame, _ bytes: ArraySlice<UInt8>) -> Refusal? {
    guard frame.isSigned, bytes.count > MAVLinkFrame.signatureLength else { return .unsigned }
    let signature = Array(bytes.suffix(MAVLinkFrame.signatureLength))
    // Every byte is compared, so that the time of refusal tells nothing.
    let tag = key.tag(bytes.dropLast(6))
    let difference = zip(tag, signature[7...]).reduce(0) { $0 | ($1.0 ^ $1.1) }
    guard difference == 0 else { return .wrongSignature }
    return accepted.refusal(
      of: SignatureTime(bytes: signature[1..<7]),
      from: AcceptedSignatures.Stream(
        link: signature[0], system: frame.system, component: frame.component), present: present)
  }
}

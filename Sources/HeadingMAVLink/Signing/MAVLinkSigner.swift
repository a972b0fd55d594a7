/// Signs the frames of one link.
package struct MAVLinkSigner: Sendable {
  private let key: MAVLinkKey
  private let link: UInt8
  private let time: @Sendable () -> SignatureTime

  /// A signer.
  ///
  /// - Parameters:
  ///   - key: The secret.
  ///   - link: Number of the link, which distinguishes the links of one component.
  ///   - time: Returns a later time at each call, also than before the program's last start.
  package init(key: MAVLinkKey, link: UInt8, time: @escaping @Sendable () -> SignatureTime) {
    self.key = key
    self.link = link
    self.time = time
  }

  /// The signature of a frame, 13 bytes.
  func signature(of frame: [UInt8]) -> [UInt8] {
    let head = [link] + time().bytes
    return head + key.tag(frame + head)
  }
}

import HeadingMAVLink
import HeadingStorage

/// The signature of an output's frames; the section `signing` of an entry of `outputs.mavlink`.
package struct MAVLinkSigning: Sendable, Hashable {
  /// The file of the key.
  let keyFile: String

  /// The key.
  let key: MAVLinkKey

  /// Number of the link.
  let link: UInt8

  /// Reads the section; `nil` without a key, which is reported where the section is there.
  init?(_ section: ConfigurationSection, isThere: Bool) {
    let path = section.text("key_file") { path in
      guard path.hasPrefix("/") else { return "'\(path)' is not an absolute path" }
      do throws(MAVLinkKeyError) {
        _ = try MAVLinkKey(file: path)
        return nil
      } catch {
        return "\(error)"
      }
    }
    let link = section.integer("link", 0...255)
    guard let path, let key = try? MAVLinkKey(file: path) else {
      if isThere, !section.has("key_file") {
        section.problem(nil, "names no key; add key_file, or remove the section")
      }
      return nil
    }
    (keyFile, self.key, self.link) = (path, key, UInt8(clamping: link ?? 0))
  }

  /// The signer.
  ///
  /// - Parameters:
  ///   - clock: The clock of its times.
  ///   - warn: Gets what is not safe, for the log.
  /// - Returns: The signer.
  func signer(clock: SigningClock, _ warn: (String) -> Void) -> MAVLinkSigner {
    if let complaint = clock.open() { warn(complaint) }
    if MAVLinkKey.isPublic(keyFile) {
      warn("every user of this machine can read \(keyFile) and sign with it; use mode 0640 or 0600")
    }
    return MAVLinkSigner(key: key, link: link) { clock.next() }
  }
}

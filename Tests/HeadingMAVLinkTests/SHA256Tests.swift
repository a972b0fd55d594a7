import Testing

@testable import HeadingMAVLink

/// Compared with the examples of NIST, and with Python's hashlib at every length around a block.
struct SHA256Tests {
  private func text(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  // NIST, "Examples with Intermediate Values", SHA256; FIPS 180-2, appendix B.3.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `the hash of the standard's examples`(message: String, expected: String) {
    #expect(text(SHA256.hash(message.utf8)) == expected)
  }

  // hashlib.sha256(b"".join(hashlib.sha256(bytes(range(n))).digest() for n in range(200))).hexdigest()
  @Test func `the hashes of all lengths up to three blocks`() {
    let hashes = (0..<200).flatMap { SHA256.hash((0..<$0).map { UInt8($0) }) }
    #expect(
      text(SHA256.hash(hashes))
        == "ba7b0fcea7d10c06b855b43d2b4dce1e3e842fff6be0acefb0faf4f2dd05bb47")
  }

  @Test func `the hash does not depend on how bytes arrive`() {
    var hash = SHA256()
    for byte in UInt8(0)..<200 { hash.update([byte]) }
    #expect(hash.finish() == SHA256.hash(UInt8(0)..<200))
  }
}

import Foundation

/// Certificates that `openssl` makes in a folder, which goes with this value.
public struct TestCertificates: Sendable {
  private let folder: TemporaryFolder

  /// Makes a server's own certificate (`server`), one that has expired (`expired`), a stranger's
  /// (`other`), and an authority (`ca`) with a client's certificate (`client`).
  public init() throws {
    folder = try TemporaryFolder()
    let names = "subjectAltName=DNS:localhost,DNS:robot,IP:127.0.0.1,IP:::1"
    for name in ["server", "other", "ca"] { try selfSigned(name, names) }
    try openssl([
      "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
      "/CN=client",
      "-keyout", "client.key", "-out", "client.csr",
    ])
    try openssl([
      "x509", "-req", "-in", "client.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
      "-days", "2", "-out", "client.pem",
    ])
    try expired(names)
    try put("token", "0123456789abcdef0123456789abcdef\n")
    try put("wrong", "0123456789abcdef0123456789abcdeg\n")
  }

  /// The path of a file, such as `server.pem` or `server.key`.
  public func path(_ name: String) -> String { folder.url.path + "/" + name }

  /// Writes a file.
  public func put(_ name: String, _ text: String) throws {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
  }

  /// Puts one file's content in place of another's.
  public func replace(_ name: String, by other: String) throws {
    try put(name, try String(contentsOfFile: path(other), encoding: .utf8))
  }

  /// Makes a client's certificate (`brief.pem`, with the key `client.key`) that ends after so many seconds.
  public func makeBrief(seconds: Double) throws {
    let end = Date(timeIntervalSinceNow: seconds).formatted(
      .iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    try openssl([
      "ca", "-batch", "-config", "ca.cnf", "-cert", "ca.pem", "-keyfile", "ca.key", "-in",
      "client.csr", "-startdate", "20200101000000Z", "-enddate", end.replacing("T", with: ""),
      "-notext", "-out", "brief.pem",
    ])
  }

  private func selfSigned(_ name: String, _ names: String) throws {
    try openssl([
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
      "2",
      "-subj", "/CN=\(name)", "-addext", names, "-keyout", "\(name).key", "-out", "\(name).pem",
    ])
  }

  /// Makes a certificate whose validity has ended, which `openssl req` cannot.
  private func expired(_ names: String) throws {
    try put("index", "")
    try put("serial", "01\n")
    try put(
      "ca.cnf",
      """
      [ca]
      default_ca = own
      [own]
      database = index
      serial = serial
      new_certs_dir = .
      default_md = sha256
      policy = any
      x509_extensions = names
      [any]
      commonName = supplied
      [names]
      \(names)
      basicConstraints = critical,CA:TRUE
      """)
    try openssl([
      "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
      "/CN=expired",
      "-keyout", "expired.key", "-out", "expired.csr",
    ])
    try openssl([
      "ca", "-batch", "-config", "ca.cnf", "-selfsign", "-in", "expired.csr", "-keyfile",
      "expired.key", "-startdate", "20200101000000Z", "-enddate", "20200201000000Z", "-notext",
      "-out", "expired.pem",
    ])
  }

  private func openssl(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.currentDirectoryURL = folder.url
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: ["openssl": "\(arguments)"])
    }
  }
}

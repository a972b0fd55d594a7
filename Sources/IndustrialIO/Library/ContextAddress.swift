import Glibc

/// Where a context is: a URI of libiio, or `file:PATH`, a file that has the URI.
///
/// The file is that of a server which comes and goes: while there is none, there is no context.
struct ContextAddress: Sendable, Hashable {
  /// The longest URI in a file.
  private static let limit = 255

  /// The address as it was configured.
  let text: String

  /// The path of the file; `nil` for a URI.
  private var path: String? {
    text.hasPrefix("file:") ? String(text.dropFirst(5)) : nil
  }

  init(_ text: String) { self.text = text }

  /// Whether the context has this machine's kernel devices.
  var isLocal: Bool { text.hasPrefix("local") }

  /// Whether the context only describes devices: it does not change and delivers no samples.
  var isDescription: Bool { text.hasPrefix("xml") }

  /// The URI at present; `nil` while the file does not exist or has none.
  var uri: String? { path == nil ? text : read()?.uri }

  /// Changes when the context may have other devices: this kernel's devices, or the file's version.
  var version: [String] {
    if isLocal { return LocalKernel.devices }
    guard path != nil else { return [] }
    return read().map { [$0.uri, $0.version] } ?? []
  }

  /// Reads the file's first line.
  private func read() -> (uri: String, version: String)? {
    // Not blocked by a pipe that somebody has put there.
    guard let path else { return nil }
    let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: Self.limit + 1)
    let count = unsafe Glibc.read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let line = bytes.prefix(count).prefix { $0 > 0x20 && $0 < 0x7F }
    let uri = String(decoding: line, as: UTF8.self)
    guard line.count <= Self.limit, uri.contains(":"), !uri.hasPrefix("file:") else { return nil }
    let time = status.st_mtim
    return (uri, "\(status.st_ino) \(time.tv_sec).\(time.tv_nsec)")
  }
}

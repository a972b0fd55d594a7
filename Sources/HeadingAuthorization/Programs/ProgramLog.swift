import HeadingProtocol
import HeadingSystem
import Synchronization

/// Messages of the library to the user of a program: one line on standard error, each once.
public enum ProgramLog {
  private static let said = Mutex<Set<String>>([])

  /// Writes a line, unless it was written before.
  public static func say(_ line: String) {
    guard said.withLock({ $0.insert(line).inserted }) else { return }
    try? OpenFile.standardError.write(Array("CoreLocation: \(PlainText.of(line))\n".utf8))
  }
}

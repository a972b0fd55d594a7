import Foundation
import HeadingProtocol
import Synchronization

/// What a library says to the people behind a program: one line on standard error, each once.
public enum ProgramLog {
  private static let said = Mutex<Set<String>>([])

  /// Says a line, unless it was said before.
  public static func say(_ line: String) {
    guard said.withLock({ $0.insert(line).inserted }) else { return }
    FileHandle.standardError.write(Data("CoreLocation: \(PlainText.of(line))\n".utf8))
  }
}

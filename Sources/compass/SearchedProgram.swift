import FoundationEssentials
import HeadingSystem

/// Programs of the search path that this one uses where they are installed.
enum SearchedProgram {
  /// What a program writes; `nil` if it cannot be run or fails.
  static func output(of words: [String]) -> Data? {
    guard let process = try? ChildProcess("/usr/bin/env", words, readsOutput: true) else {
      return nil
    }
    let output = try? process.output?.content()
    return process.wait() == 0 ? output : nil
  }
}

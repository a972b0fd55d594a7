import ArgumentParser
import Foundation
import HeadingArguments

/// `compass completions`: what a shell needs to complete commands and options.
struct Completions: ParsableCommand {
  /// A shell that takes completion scripts.
  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish
  }

  static let configuration = CommandConfiguration(
    abstract: "Print a completion script for a shell.",
    discussion: """
      EXAMPLES
        compass completions bash > ~/.local/share/bash-completion/completions/compass
        compass completions zsh > ~/.zfunc/_compass
        compass completions fish > ~/.config/fish/completions/compass.fish
      """)

  @Argument(help: "bash, zsh or fish.")
  var shell: Shell

  func run() throws {
    let script =
      switch shell {
      case .bash: Compass.completionScript(for: .bash)
      case .zsh: Compass.completionScript(for: .zsh)
      case .fish: Compass.completionScript(for: .fish)
      }
    try StandardStreams.write(Data((script + "\n").utf8))
  }
}

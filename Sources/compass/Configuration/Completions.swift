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
      case .bash: Self.completed(Compass.completionScript(for: .bash))
      case .zsh: Compass.completionScript(for: .zsh)
      case .fish: Compass.completionScript(for: .fish)
      }
    try StandardStreams.write(Data((script + "\n").utf8))
  }

  /// The script for bash with what the parser's leaves out: the options of the command that needs no name, and
  /// the names that `help` takes.
  private static func completed(_ script: String) -> String {
    let names = Compass.configuration.subcommands.map { $0._commandName } + ["exit-status"]
    return script.replacing(
      """
          *)
              # Offer subcommand completions

      """,
      with: """
            *)
                if [[ "${COMP_WORDS[1]}" = -* ]]; then
                    # Without a name it is show, with its options
                    unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")
                    COMPREPLY=()
                    _compass_show
                    return
                fi
                # Offer subcommand completions

        """
    ).replacing(
      "_compass_help() {\n",
      with: """
        _compass_help() {
            COMPREPLY+=($(compgen -W '\(names.joined(separator: " "))' -- "${cur}"))

        """)
  }
}

import ArgumentParser
import FoundationEssentials
import HeadingArguments

/// `compass completions`: prints a shell's completion script.
struct Completions: ParsableCommand {
  /// A supported shell.
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

  /// Completes ArgumentParser's bash script: adds the options of the default command and the
  /// arguments of `help`.
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

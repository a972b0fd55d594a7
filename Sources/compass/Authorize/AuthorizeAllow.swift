import ArgumentParser
import HeadingArguments
import HeadingProtocol

/// `compass authorize allow`.
struct AuthorizeAllow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "allow", abstract: "Allow a program to receive the position.")

  @OptionGroup var subject: AuthorizeSubject

  @Flag(help: "At any time, not only while it runs.")
  var always = false

  @Flag(help: "With accuracy reduced to a few kilometres.")
  var reduced = false

  func run() async throws {
    try await subject.decide(always ? .always : .whenInUse, isReduced: reduced)
  }
}

/// `compass authorize deny`.
struct AuthorizeDeny: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deny", abstract: "Deny a program the position.")

  @OptionGroup var subject: AuthorizeSubject

  func run() async throws { try await subject.decide(.denied) }
}

/// `compass authorize reset`.
struct AuthorizeReset: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Remove the decision about a program: it may ask again.")

  @OptionGroup var subject: AuthorizeSubject

  func run() async throws { try await subject.decide(.notDetermined) }
}

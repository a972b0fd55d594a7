import ArgumentParser
import Foundation
import Glibc
import HeadingArguments
import HeadingLocationServices

/// The program and the user that a decision is about.
struct AuthorizeSubject: ParsableArguments {
  @Argument(help: "The program's executable.")
  var program: String

  @Option(help: ArgumentHelp("The user who runs it; yourself if left out.", valueName: "name"))
  var user: String?

  @OptionGroup var daemon: DaemonOptions

  func decide(_ grant: Authorization.Grant, isReduced: Bool = false) async throws {
    // The path as the program itself sees it.
    let path = URL(fileURLWithPath: program).resolvingSymlinksInPath().path
    var number = getuid()
    if let user {
      guard let known = UInt32(user) ?? Self.number(of: user) else {
        throw Failure.exit(ExitStatus.usage, "there is no user '\(user)'.")
      }
      number = known
    }
    try await DecisionPlace.find(daemon)
      .decide(path, user: number, grant, isReduced: isReduced)
  }

  private static func number(of user: String) -> UInt32? {
    guard let entry = unsafe getpwnam(user) else { return nil }
    return unsafe entry.pointee.pw_uid
  }
}

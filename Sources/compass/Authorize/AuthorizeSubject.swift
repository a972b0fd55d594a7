import ArgumentParser
import FoundationEssentials
import Glibc
import HeadingArguments
import HeadingProtocol

/// The program and the user that a decision is about.
struct AuthorizeSubject: ParsableArguments {
  @Argument(help: "The program's executable.")
  var program: String

  @Option(help: ArgumentHelp("The user who runs it; by default yourself.", valueName: "name"))
  var user: String?

  @OptionGroup var location: DecisionOptions

  func decide(_ grant: AuthorizationGrant, isReduced: Bool = false) async throws {
    // The path without links, as the running program has it.
    let path = URL(fileURLWithPath: program).resolvingSymlinksInPath().path
    var number = getuid()
    if let user {
      guard let known = UInt32(user) ?? Self.number(of: user) else {
        throw Failure.exit(ExitStatus.usage, "there is no user '\(user)'.")
      }
      number = known
    }
    // A program that no longer exists can only be reset.
    if grant != .notDetermined { try Self.check(path) }
    let place = try await DecisionLocation.find(location)
    try await place.decide(path, user: number, grant, isReduced: isReduced)
    let said =
      switch grant {
      case .notDetermined: "may ask again"
      case .denied, .restricted: "is denied the position"
      case .whenInUse: "may receive the position while it runs"
      case .always: "may receive the position at any time"
      }
    try StandardStreams.writeLine(
      "\(PlainText.of(path)) of user \(number) \(said)\(isReduced ? ", with reduced accuracy" : ""): "
        + "stored \(place.title)")
  }

  /// Rejects a path that is not an executable, as a decision about it would have no effect.
  private static func check(_ path: String) throws {
    func refuse(_ why: String) throws {
      throw Failure.exit(
        ExitStatus.noInput,
        "nothing was decided: \(PlainText.of(path)) \(why); give the path of the program's executable."
      )
    }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return try refuse("does not exist") }
    guard status.st_mode & S_IFMT == S_IFREG else { return try refuse("is no file") }
    guard status.st_mode & 0o111 != 0 else { return try refuse("is no executable") }
  }

  private static func number(of user: String) -> UInt32? {
    guard let entry = unsafe getpwnam(user) else { return nil }
    return unsafe entry.pointee.pw_uid
  }
}

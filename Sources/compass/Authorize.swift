import ArgumentParser
import Foundation
import HeadingArguments
import HeadingLocationServices

/// `compass authorize`: which programs may know where this machine is, through Core Location.
struct Authorize: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List and change what programs may know of the place through Core Location.",
    discussion: """
      The decisions are in authorization.json in $XDG_CONFIG_HOME/headingd; programs that run notice a
      change within a second. The administrator's file in /etc/headingd stands above it.

      EXAMPLES
        compass authorize list
        compass authorize allow /usr/bin/navigator --always
        compass authorize allow /usr/bin/weather --reduced
        compass authorize deny /usr/bin/game
        compass authorize reset /usr/bin/navigator
      """,
    subcommands: [List.self, Allow.self, Deny.self, Reset.self], defaultSubcommand: List.self)

  private static var store: PolicyFile {
    PolicyFile(environment: ProcessInfo.processInfo.environment)
  }

  /// The path as the program itself sees it.
  private static func resolved(_ program: String) -> String {
    URL(fileURLWithPath: program).resolvingSymlinksInPath().path
  }

  private static func decide(_ program: String, _ record: AuthorizationPolicy.Record?) throws {
    let path = resolved(program)
    store.change { $0.programs[path] = record }
    guard store.policy.programs[path] == record else {
      throw Failure.exit(ExitStatus.cannotCreate, "the decision could not be kept.")
    }
  }

  /// `compass authorize list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the decisions.")

    func run() throws {
      let policy = Authorize.store.policy
      if !policy.isEnabled { print("location is off for all programs") }
      for program in policy.restricted { print("\(program)\trestricted by the administrator") }
      for (program, record) in policy.programs.sorted(by: { $0.key < $1.key }) {
        let accuracy = record.isReduced ? "reduced accuracy" : "full accuracy"
        print("\(program)\t\(record.grant.rawValue)\t\(accuracy)")
      }
    }
  }

  /// `compass authorize allow`.
  struct Allow: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Let a program know the place.")

    @Argument(help: "The program's executable.")
    var program: String

    @Flag(help: "At any time, not only while it runs.")
    var always = false

    @Flag(help: "Within some kilometres only.")
    var reduced = false

    func run() throws {
      try Authorize.decide(
        program, AuthorizationPolicy.Record(always ? .always : .whenInUse, isReduced: reduced))
    }
  }

  /// `compass authorize deny`.
  struct Deny: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Keep the place from a program.")

    @Argument(help: "The program's executable.")
    var program: String

    func run() throws { try Authorize.decide(program, AuthorizationPolicy.Record(.denied)) }
  }

  /// `compass authorize reset`.
  struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Forget the decision about a program: it may ask again.")

    @Argument(help: "The program's executable.")
    var program: String

    func run() throws { try Authorize.decide(program, nil) }
  }
}

import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingClient
import HeadingProtocol
import HeadingTerminal

/// `compass web`: opens the daemon's web page.
struct Web: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open the daemon's web page: heading, accuracy, calibration.",
    discussion: """
      The daemon serves the page once its configuration has `http: 127.0.0.1:8137`. The address that is
      printed holds a token, with which the page may calibrate: give it only to those who may. Without the
      token, the page shows and changes nothing.

      EXAMPLES
        compass web
        compass web --print
        compass web --phone
      """)

  @OptionGroup var daemon: DaemonOptions

  @Flag(help: "Print the address only, and open no browser.")
  var print = false

  @Flag(
    help:
      "Print a QR code that opens the page on one phone; needs `certificate` in the section `http`, and qrencode."
  )
  var phone = false

  func run() async throws {
    guard let client = daemon.client else {
      throw Failure.exit(
        ExitStatus.unavailable,
        "there is no daemon socket: start the daemon with `systemctl start headingd`, or name it with "
          + "--socket or --connect.")
    }
    let answer: ServerLine
    do {
      answer = try await client.answer(to: .web(phone: phone))
    } catch {
      throw Failure.daemon(error)
    }
    switch answer {
    case .web(let message):
      try show(PlainText.of(message.address), phone: message.phone.map(PlainText.of))
    case .failure(let failure): throw Failure.exit(ExitStatus.unavailable, failure.reason + ".")
    default: throw Failure.exit(ExitStatus.unavailable, "the daemon is older and serves no page.")
    }
  }

  private func show(_ address: String, phone code: String?) throws {
    if phone {
      // In plain HTTP everyone in the network could read the token.
      guard let code, code.hasPrefix("https://") else {
        throw Failure.exit(
          ExitStatus.unavailable,
          "the page is for this machine only: give the section `http` an `address` of the network, "
            + "`certificate`, `key` and `token_file`, as docs/web.md shows.")
      }
      guard let picture = SearchedProgram.output(of: ["qrencode", "-t", "UTF8", code]) else {
        throw Failure.exit(
          ExitStatus.unavailable,
          "there is no qrencode: `apt install qrencode`, or open \(code)")
      }
      try StandardStreams.write(picture)
      try StandardStreams.writeText(code)
      try StandardStreams.writeText("for one phone, within five minutes")
      return
    }
    try StandardStreams.writeText(address)
    guard !print else { return }
    Desktop.open(address)
  }
}

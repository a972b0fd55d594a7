import Foundation
import HeadingProtocol

/// What a client sends to the server.
enum RequestFuzzing {
  static func take(_ bytes: [UInt8]) {
    var reader = LineReader(limit: 4096)
    let coder = MessageCoder()
    var request = Request(rate: 0)
    try? reader.append(bytes) { line in
      let data = Data(line)
      if let proof = try? coder.message(Authentication.self, from: data) {
        guard let again = try? coder.line(proof),
          (try? coder.message(Authentication.self, from: again)) == proof
        else { fatalError("a token that was read is another when it is told again") }
      }
      if let command = try? coder.message(Command.self, from: data) { repeated(command, coder) }
      guard let wish = try? coder.message(Request.self, from: data), wish.problem == nil else {
        return
      }
      request.merge(wish)
      // What was taken can be answered.
      guard let answer = try? coder.line(request),
        (try? coder.message(Request.self, from: answer)) == request
      else { fatalError("a request that was taken cannot be answered") }
    }
  }

  /// A command that was taken has only values that can be kept and told again: what programs watch for is.
  private static func repeated(_ command: Command, _ coder: MessageCoder) {
    guard let line = try? coder.line(command) else {
      // Regions and names come in lines of 4096 bytes, so they fit into one of ours.
      fatalError("a command that was taken cannot be told again")
    }
    guard (try? coder.message(Command.self, from: line)) == command else {
      fatalError("a command that was taken is another when it is told again")
    }
  }
}

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
      if let command = try? coder.message(Command.self, from: data) { _ = command.name }
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
}

/// One line from a server.
public enum ServerLine: Sendable, Hashable {
  /// The first line.
  case greeting(Greeting)

  /// An update.
  case update(SolutionMessage)

  /// Updates were left out because this reader is slow.
  case missed(Int)

  /// The request as it holds from now on.
  case request(Request)

  /// Why the server closes the connection.
  case error(String)

  /// A class that this code does not know.
  case other(String)
}

extension ServerLine: Decodable {
  private enum Keys: String, CodingKey { case kind = "class" }

  /// Reads a line by its key `class`; one without is an update.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: Keys.self)
    guard let kind = try keys.decodeIfPresent(String.self, forKey: .kind) else {
      self = .update(try SolutionMessage(from: decoder))
      return
    }
    self =
      switch LineClass(rawValue: kind) {
      case .greeting: .greeting(try Greeting(from: decoder))
      case .missed: .missed(try MissedLines(from: decoder).count)
      case .request: .request(try Request(from: decoder))
      case .error: .error(try Refusal(from: decoder).reason)
      case nil: .other(kind)
      }
  }
}

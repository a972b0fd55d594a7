/// What a client asks of the server; a key that is left out is not changed.
///
/// The server answers with the request as it holds from now on.
public struct Request: Sendable, Hashable, Codable {
  /// `request`.
  public var kind: String

  /// Updates per second at most; 0 for every update, as without a request.
  public var rate: Double?

  /// Makes a request.
  public init(rate: Double? = nil) {
    kind = LineClass.request.rawValue
    self.rate = rate
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case rate
  }

  /// What is wrong with the request; `nil` if nothing is.
  public var problem: String? {
    if kind != LineClass.request.rawValue { return "a request's class is \"request\"" }
    if let rate, !(rate >= 0 && rate <= 10_000) {
      return "rate is not between 0 and 10000 updates per second"
    }
    return nil
  }
}

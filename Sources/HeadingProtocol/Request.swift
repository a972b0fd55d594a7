/// What a client asks of the server; a key that is left out is not changed.
///
/// The server answers with the request as it holds from now on.
public struct Request: Sendable, Hashable, Codable {
  /// `request`.
  public var kind: String

  /// Updates per second at most; 0 for every update, as without a request.
  public var rate: Double?

  /// Degrees that the heading must have turned since the last update that was sent; 0 for any.
  public var headingFilter: Double?

  /// Metres that the place must have moved since the last update that was sent; 0 for any.
  public var distanceFilter: Double?

  /// What to receive.
  public var contents: [Content]?

  /// What happens when the client does not keep up.
  public var delivery: Delivery?

  /// Whether this client is a location program: from then on, for good, it sees what its user has decided
  /// about its program, and is told every change (``AuthorizationMessage``).
  public var authorization: Bool?

  /// Makes a request.
  public init(rate: Double? = nil) {
    kind = LineClass.request.rawValue
    self.rate = rate
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case rate
    case headingFilter = "heading_filter"
    case distanceFilter = "distance_filter"
    case contents
    case delivery
    case authorization
  }

  /// What is wrong with the request; `nil` if nothing is.
  public var problem: String? {
    if kind != LineClass.request.rawValue {
      return "a line's class is \"request\" or \"command\""
    }
    if let rate, !(rate >= 0 && rate <= 10_000) {
      return "rate is not between 0 and 10000 updates per second"
    }
    if let headingFilter, !(headingFilter >= 0 && headingFilter <= 180) {
      return "heading_filter is not between 0 and 180 degrees"
    }
    if let distanceFilter, !(distanceFilter >= 0 && distanceFilter <= 1e7) {
      return "distance_filter is not between 0 and 10000000 metres"
    }
    return nil
  }

  /// Takes over what another request changes.
  public mutating func merge(_ other: Request) {
    rate = other.rate ?? rate
    headingFilter = other.headingFilter ?? headingFilter
    distanceFilter = other.distanceFilter ?? distanceFilter
    contents = other.contents ?? contents
    delivery = other.delivery ?? delivery
    authorization = other.authorization ?? authorization
  }

  /// The request that holds for a client that asked for nothing.
  public static var initial: Request {
    var request = Request(rate: 0)
    request.headingFilter = 0
    request.distanceFilter = 0
    request.contents = [.updates]
    request.delivery = .newest
    return request
  }
}

/// A client's settings of its stream; a missing key keeps its setting.
///
/// The server answers with the complete request in force.
public struct Request: Sendable, Hashable, Codable {
  /// `request`.
  public var kind: String

  /// Maximum updates per second; 0 for all, as without a request.
  public var rate: Double?

  /// Minimum change of the heading since the last update sent, degrees; 0 for none.
  public var headingFilter: Double?

  /// Minimum distance from the position last sent, m; 0 for none.
  public var distanceFilter: Double?

  /// Contents to receive.
  public var contents: [Content]?

  /// Treatment of this client if it reads too slowly.
  public var delivery: Delivery?

  /// Whether this client is a location program; it cannot be reset.
  ///
  /// The client then receives what its user has granted to its program, and every change of the
  /// grant (``AuthorizationMessage``).
  public var authorization: Bool?

  /// Creates a request.
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

  /// Reason why the request is invalid; `nil` if it is valid.
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

  /// Applies the keys that another request sets.
  public mutating func merge(_ other: Request) {
    rate = other.rate ?? rate
    headingFilter = other.headingFilter ?? headingFilter
    distanceFilter = other.distanceFilter ?? distanceFilter
    contents = other.contents ?? contents
    delivery = other.delivery ?? delivery
    authorization = other.authorization ?? authorization
  }

  /// The request in force for a client that has sent none.
  public static var initial: Request {
    var request = Request(rate: 0)
    request.headingFilter = 0
    request.distanceFilter = 0
    request.contents = [.updates]
    request.delivery = .newest
    return request
  }
}

import FoundationEssentials
import HeadingGeometry

/// The steer contract as recorded, unrounded: s, Hz, rad.
struct RecordedContract: Codable {
  var rate: Double
  var deadline: Double
  var coastLimit: Double
  var degradedAbove: Double
  /// Missing in recordings of version 0.1.0, which had no such bound.
  var stopAbove: Double?

  private enum CodingKeys: String, CodingKey {
    case rate, deadline
    case coastLimit = "coast_limit"
    case degradedAbove = "degraded_above"
    case stopAbove = "stop_above"
  }

  init(_ contract: SteerContract) {
    rate = contract.rate
    deadline = contract.deadline
    coastLimit = contract.coastLimit
    degradedAbove = contract.degradedAbove.radians
    stopAbove = contract.stopAbove.radians
  }

  /// Decodes a recorded contract; `nil` if the data is invalid.
  init?(_ data: [UInt8]) {
    guard let read = try? JSONDecoder().decode(Self.self, from: Data(data)) else { return nil }
    self = read
  }

  var contract: SteerContract {
    var contract = SteerContract()
    contract.rate = rate
    contract.deadline = deadline
    contract.coastLimit = coastLimit
    contract.degradedAbove = Angle(radians: degradedAbove)
    contract.stopAbove = stopAbove.map { Angle(radians: $0) } ?? Angle(degrees: 180)
    return contract
  }
}

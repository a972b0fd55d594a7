import HeadingGeometry

/// The JSON of a declaration.
struct FeedDeclarationLine: Decodable {
  struct Clock: Decodable {
    var unit: String
    var bits: Int?
  }

  struct Sensor: Decodable {
    var name: String
    var quantity: String
    var unit: String
    var axes: String?
    var range: Double
    var rate: Double
    var of: String?
  }

  var feed: Int
  var device: String
  var clock: Clock?
  var simulated: Bool?
  var sensors: [Sensor]

  /// The declaration.
  ///
  /// - Throws: ``FeedRefusal`` with what is wrong.
  func declaration() throws(FeedRefusal) -> FeedDeclaration {
    guard feed == FeedDeclaration.version else {
      throw FeedRefusal("uses version \(feed) of the protocol; known is 1")
    }
    var base: FeedTimeBase?
    if let clock {
      guard let unit = FeedTimeBase.Unit.allCases.first(where: { $0.name == clock.unit }),
        clock.bits == nil || clock.bits == 32 || clock.bits == 64
      else { throw FeedRefusal("declares a clock that is not of 32 or 64 bits in s, ms, us or ns") }
      base = FeedTimeBase(unit: unit, wraps: clock.bits == 32)
    }
    var list: [FeedSensor] = []
    for sensor in sensors { list.append(try Self.sensor(sensor)) }
    return try FeedDeclaration(
      device: device, timeBase: base, isSimulated: simulated ?? false, sensors: list)
  }

  /// The mount of declared axes; `nil` if they are not perpendicular.
  private static func mount(_ axes: String) throws(FeedRefusal) -> MountMatrix? {
    do throws(MountMatrixError) {
      return try MountMatrix(text: axes)
    } catch {
      switch error {
      case .notOrthogonal: return nil
      case .unreadable, .unknownDirection:
        throw FeedRefusal(
          "declares axes that cannot be read",
          detail: ": \(FeedRefusal.quotation(axes.utf8)): \(error)")
      }
    }
  }

  private static func sensor(_ line: Sensor) throws(FeedRefusal) -> FeedSensor {
    guard let quantity = FeedQuantity.allCases.first(where: { $0.name == line.quantity }) else {
      throw .unknown("quantity", line.quantity, known: FeedQuantity.allCases.map(\.name))
    }
    guard let unit = FeedUnit.allCases.first(where: { $0.name == line.unit }) else {
      throw .unknown("unit", line.unit, known: FeedUnit.allCases.map(\.name))
    }
    var mount: MountMatrix? = .identity
    if quantity.isVector {
      guard let axes = line.axes else {
        throw FeedRefusal("declares no axes of a \(quantity.name): add x=right,y=forward,z=up")
      }
      mount = try Self.mount(axes)
    }
    return FeedSensor(
      name: line.name, quantity: quantity, unit: unit, mount: mount, range: line.range,
      rate: line.rate, chip: line.of)
  }
}

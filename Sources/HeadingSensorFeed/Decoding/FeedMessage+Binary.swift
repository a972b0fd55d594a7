import HeadingGeometry

extension FeedMessage {
  /// Decodes the content of a frame; the layouts are in docs/feed.md.
  ///
  /// - Parameters:
  ///   - content: The content without checksum.
  ///   - declaration: The declaration in force, which the layout of samples depends on.
  /// - Throws: ``FeedRefusal`` with what is wrong.
  init(
    content: ArraySlice<UInt8>, declaration: FeedDeclaration?
  ) throws(FeedRefusal) {
    var fields = FeedFields(content)
    switch try fields.byte() {
    case 1:
      self = try FeedRefusal.ofDeclaration { () throws(FeedRefusal) in try Self.device(&fields) }
    case 2:
      self = try FeedRefusal.ofDeclaration { () throws(FeedRefusal) in try Self.sensor(&fields) }
    case 3: self = try Self.sample(&fields, declaration)
    default: throw FeedRefusal("sends frames of an unknown type")
    }
    guard fields.isAtEnd else { throw FeedRefusal("sends a frame that is too long") }
  }

  private static func device(_ fields: inout FeedFields) throws(FeedRefusal) -> FeedMessage {
    let version = Int(try fields.byte())
    guard version == FeedDeclaration.version else {
      throw FeedRefusal("uses version \(version) of the protocol; known is 1")
    }
    let (code, bits, flags) = (try fields.byte(), try fields.byte(), try fields.byte())
    var base: FeedTimeBase?
    if code != 0 {
      guard let unit = FeedTimeBase.Unit(rawValue: code), bits == 32 || bits == 64 else {
        throw FeedRefusal("declares a clock that is not of 32 or 64 bits in s, ms, us or ns")
      }
      base = FeedTimeBase(unit: unit, wraps: bits == 32)
    }
    let count = Int(try fields.byte())
    return .device(
      FeedDeviceFrame(
        device: try fields.text(), timeBase: base, isSimulated: flags & 1 != 0, count: count))
  }

  private static func sensor(_ fields: inout FeedFields) throws(FeedRefusal) -> FeedMessage {
    let index = Int(try fields.byte())
    guard let quantity = FeedQuantity(rawValue: try fields.byte()),
      let unit = FeedUnit(rawValue: try fields.byte())
    else { throw FeedRefusal("declares an unknown quantity or unit") }
    let chip = try fields.byte()
    let axes = [try fields.byte(), try fields.byte(), try fields.byte()]
    let (range, rate) = (try fields.number(), try fields.number())
    let name = try fields.text()
    var mount: MountMatrix?
    if axes[0] == 0xFF {
      var elements: [Double] = []
      for _ in 0..<9 { elements.append(try fields.number()) }
      let rows = [0, 3, 6].map { Vector3(elements[$0], elements[$0 + 1], elements[$0 + 2]) }
      mount = try? MountMatrix(Matrix3(rows: rows[0], rows[1], rows[2]))
    } else if quantity.isVector {
      if let code = axes.first(where: { Int($0) >= directions.count }) {
        throw FeedRefusal(
          "declares axes with the code \(code); known are 0 to \(directions.count - 1)")
      }
      let words = zip(["x", "y", "z"], axes).map { "\($0)=\(directions[Int($1)])" }
      mount = try? MountMatrix(words: words.joined(separator: ","))
    } else {
      mount = .identity
    }
    return .sensor(
      index: index,
      FeedSensorFrame(
        sensor: FeedSensor(
          name: name, quantity: quantity, unit: unit, mount: mount, range: range, rate: rate),
        chip: chip == 0xFF ? nil : Int(chip)))
  }

  private static let directions = ["right", "left", "forward", "backward", "up", "down"]

  private static func sample(
    _ fields: inout FeedFields, _ declaration: FeedDeclaration?
  ) throws(FeedRefusal) -> FeedMessage {
    guard let declaration else { throw .undeclared }
    let index = Int(try fields.byte())
    guard declaration.sensors.indices.contains(index) else {
      throw FeedRefusal("sends samples of a sensor that it did not declare")
    }
    var time: UInt64?
    if let base = declaration.timeBase {
      time = base.nanoseconds(try fields.integer(bytes: base.wraps ? 4 : 8))
      if time == nil { throw .impossibleTime }
    }
    let x = try fields.number()
    guard declaration.sensors[index].quantity.isVector else {
      return .samples([FeedSample(sensor: index, time: time, value: Vector3(x, 0, 0))])
    }
    return .samples([
      FeedSample(
        sensor: index, time: time, value: Vector3(x, try fields.number(), try fields.number()))
    ])
  }
}

extension FeedRefusal {
  /// A sample before the declaration.
  static let undeclared = FeedRefusal(
    "sends samples without a declaration: send the declaration first, and once a second where the "
      + "line has no connection")

  /// A time that the declared clock cannot show.
  static let impossibleTime = FeedRefusal("sends times that its declared clock cannot show")
}

import FoundationEssentials
import HeadingGeometry

extension FeedMessage {
  /// Decodes a line; the keys are in docs/feed.md.
  ///
  /// - Parameters:
  ///   - line: The line without its end.
  ///   - declaration: The declaration in force, which names the sensors.
  /// - Throws: ``FeedRefusal`` with what is wrong.
  init(line: [UInt8], declaration: FeedDeclaration?) throws(FeedRefusal) {
    let data = Data(line)
    guard line.first == UInt8(ascii: "{"),
      let fields = try? JSONDecoder().decode([String: FeedField].self, from: data)
    else { throw .noObject(line) }
    if fields["feed"] != nil {
      self = try FeedRefusal.ofDeclaration { () throws(FeedRefusal) in
        let line: FeedDeclarationLine
        do {
          line = try JSONDecoder().decode(FeedDeclarationLine.self, from: data)
        } catch {
          throw .declaration(error)
        }
        return .declaration(try line.declaration())
      }
      return
    }
    guard let declaration else { throw .undeclared }
    self = .samples(try Self.samples(fields, declaration))
  }

  private static func samples(
    _ fields: [String: FeedField], _ declaration: FeedDeclaration
  ) throws(FeedRefusal) -> [FeedSample] {
    let time = try time(fields["t"], declaration.timeBase)
    var samples: [FeedSample] = []
    for (index, sensor) in declaration.sensors.enumerated() {
      guard let field = fields[sensor.name] else { continue }
      guard let values = field.components, values.count == (sensor.quantity.isVector ? 3 : 1)
      else {
        throw FeedRefusal(
          "sends \(sensor.name) without \(sensor.quantity.isVector ? "three numbers" : "a number")")
      }
      samples.append(
        FeedSample(
          sensor: index, time: time,
          value: values.count == 3
            ? Vector3(values[0], values[1], values[2]) : Vector3(values[0], 0, 0)))
    }
    guard samples.count + (fields["t"] == nil ? 0 : 1) == fields.count, !samples.isEmpty else {
      throw FeedRefusal("sends samples of a sensor that it did not declare")
    }
    return samples
  }

  private static func time(
    _ field: FeedField?, _ base: FeedTimeBase?
  ) throws(FeedRefusal) -> UInt64? {
    guard let base else { return nil }
    let time: UInt64? =
      switch field {
      case .integer(let ticks): base.nanoseconds(ticks)
      case .number(let ticks): base.nanoseconds(ticks)
      case .numbers, .other: nil
      case nil: throw FeedRefusal("sends samples without `t` though it declares a clock")
      }
    guard let time else { throw .impossibleTime }
    return time
  }
}

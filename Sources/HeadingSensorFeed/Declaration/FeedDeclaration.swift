/// What a feed's sender declares before its first sample.
package struct FeedDeclaration: Sendable, Hashable {
  /// The version of the protocol.
  package static let version = 1

  /// Largest number of sensors.
  static let mostSensors = 16

  /// Name of the device: letters, digits and `-_.`.
  package let device: String

  /// The sender's clock; `nil` if samples carry no time and that of their arrival is used.
  package let timeBase: FeedTimeBase?

  /// Whether the samples are simulated.
  package let isSimulated: Bool

  /// The sensors, at most one of each quantity except temperatures.
  package let sensors: [FeedSensor]

  /// Creates a declaration.
  ///
  /// - Throws: ``FeedRefusal`` with what is wrong.
  package init(
    device: String, timeBase: FeedTimeBase?, isSimulated: Bool = false, sensors: [FeedSensor]
  ) throws(FeedRefusal) {
    guard Self.isName(device) else {
      throw FeedRefusal("names no valid device (1 to 32 letters, digits and -_.)")
    }
    guard (1...Self.mostSensors).contains(sensors.count) else {
      throw FeedRefusal("does not declare 1 to \(Self.mostSensors) sensors")
    }
    for (index, sensor) in sensors.enumerated() {
      if let complaint = sensor.complaint { throw FeedRefusal(complaint) }
      for other in sensors[..<index] {
        if other.name == sensor.name { throw FeedRefusal("declares \(sensor.name) twice") }
        if other.quantity == sensor.quantity, sensor.quantity != .temperature {
          throw FeedRefusal("declares two sensors of \(sensor.quantity.name)")
        }
      }
      if let chip = sensor.chip, !sensors.contains(where: { $0.name == chip && $0.kind != nil }) {
        throw FeedRefusal(
          "gives the temperature of \(Self.isName(chip) ? chip : "a sensor"), which is not one of its sensors"
        )
      }
    }
    guard sensors.reduce(0, { $0 + $1.rate }) <= FeedSensor.fastest else {
      throw FeedRefusal("declares more than \(FeedSensor.fastest) samples a second")
    }
    self.device = device
    self.timeBase = timeBase
    self.isSimulated = isSimulated
    self.sensors = sensors
  }

  /// Whether a text is a valid name: short, printable in messages and usable in file names.
  static func isName(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
      }
  }
}

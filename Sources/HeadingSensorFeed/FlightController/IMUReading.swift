import HeadingGeometry
import HeadingMAVLink

/// What a message of an IMU measured, forward, right, down; a value that it lacks is `nil`.
struct IMUReading: Sendable, Hashable {
  /// The message.
  let message: IMUMessage

  /// Number of the IMU.
  let instance: UInt8

  /// The controller's time, ns; `nil` if it has none.
  let time: UInt64?

  /// Specific force, m/s²: −9.8 downward at rest.
  private(set) var acceleration: Vector3?

  /// Angular rate, rad/s.
  private(set) var angularRate: Vector3?

  /// Field, gauss.
  private(set) var field: Vector3?

  /// Pressure, hPa.
  private(set) var pressure: Double?

  /// The reading of a frame; `nil` for another message.
  init?(_ frame: MAVLinkFrame) {
    if let message = HighresIMU(frame) {
      self.init(message)
    } else if let message = RawIMU(frame) {
      self.init(
        .raw, message.id, Self.time(microseconds: message.timeUsec),
        acceleration: (message.xacc, message.yacc, message.zacc),
        rate: (message.xgyro, message.ygyro, message.zgyro),
        field: (message.xmag, message.ymag, message.zmag))
    } else if let message = ScaledIMU(frame) {
      self.init(
        .scaled, 0, UInt64(message.timeBootMs) * 1_000_000,
        acceleration: (message.xacc, message.yacc, message.zacc),
        rate: (message.xgyro, message.ygyro, message.zgyro),
        field: (message.xmag, message.ymag, message.zmag))
    } else {
      return nil
    }
  }

  private init(_ message: HighresIMU) {
    self.message = .highRes
    instance = message.id
    time = Self.time(microseconds: message.timeUsec)
    // PX4 repeats a value that is not new without its flag.
    func isNew(_ fields: UInt16) -> Bool { message.fieldsUpdated & fields == fields }
    func vector(_ x: Float, _ y: Float, _ z: Float) -> Vector3 {
      Vector3(Double(x), Double(y), Double(z))
    }
    if isNew(0b111) { acceleration = vector(message.xacc, message.yacc, message.zacc) }
    if isNew(0b111 << 3) { angularRate = vector(message.xgyro, message.ygyro, message.zgyro) }
    if isNew(0b111 << 6) { field = vector(message.xmag, message.ymag, message.zmag) }
    if isNew(1 << 9) { pressure = Double(message.absPressure) }
  }

  private typealias Triple = (Int16, Int16, Int16)

  private init(
    _ message: IMUMessage, _ instance: UInt8, _ time: UInt64?, acceleration: Triple, rate: Triple,
    field: Triple
  ) {
    self.message = message
    self.instance = instance
    self.time = time
    func vector(_ triple: Triple, _ unit: Double) -> Vector3 {
      Vector3(Double(triple.0), Double(triple.1), Double(triple.2)) * unit
    }
    // Three zeros stand for a sensor that is not there; a body at rest has them as its angular rate.
    if acceleration != (0, 0, 0) { self.acceleration = vector(acceleration, 9.80665e-3) }
    if field != (0, 0, 0) { self.field = vector(field, 1e-3) }
    if self.acceleration != nil || rate != (0, 0, 0) { angularRate = vector(rate, 1e-3) }
  }

  /// Nanoseconds; `nil` for 0, which stands for no time, and for one beyond any clock.
  private static func time(microseconds: UInt64) -> UInt64? {
    let (product, overflow) = microseconds.multipliedReportingOverflow(by: 1000)
    return overflow || microseconds == 0 ? nil : product
  }

  /// The values by quantity; a scalar is the first component.
  var values: [(quantity: FeedQuantity, value: Vector3)] {
    let all: [(FeedQuantity, Vector3?)] = [
      (.acceleration, acceleration), (.angularRate, angularRate), (.magneticField, field),
      (.pressure, pressure.map { Vector3($0, 0, 0) }),
    ]
    return all.compactMap { quantity, value in value.map { (quantity, $0) } }
  }
}

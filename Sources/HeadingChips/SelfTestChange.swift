/// Change of a sensor's output that its self-test caused.
struct SelfTestChange {
  /// The sensor, for people.
  let sensor: String

  /// The unit of the change and its limits.
  let unit: String

  /// Size of the change of each axis.
  let change: SIMD3<Double>

  /// Least and largest change of each axis by the data sheet.
  let limits: (least: SIMD3<Double>, most: SIMD3<Double>)

  /// Compares the mean counts with and without the self-test.
  init(
    _ sensor: String, from idle: SIMD3<Double>, to active: SIMD3<Double>, scale: Double,
    unit: String, limits: (least: SIMD3<Double>, most: SIMD3<Double>)
  ) {
    self.sensor = sensor
    self.unit = unit
    let difference = (active - idle) * scale
    change = SIMD3(abs(difference.x), abs(difference.y), abs(difference.z))
    self.limits = limits
  }

  /// Whether each axis is within its limits.
  var isWithinLimits: Bool {
    (0..<3).allSatisfy { (limits.least[$0]...limits.most[$0]).contains(change[$0]) }
  }

  /// Such as `accelerometer x 310 (90 to 1700), y 305 (90 to 1700), z 298 (90 to 1700) mg`.
  var text: String {
    let axes = zip("xyz", 0..<3).map { axis, index in
      let range = "\(Int(limits.least[index])) to \(Int(limits.most[index]))"
      return "\(axis) \(Int(change[index].rounded())) (\(range))"
    }
    return "\(sensor) \(axes.joined(separator: ", ")) \(unit)"
  }
}

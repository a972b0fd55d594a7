public import HeadingGeometry
import RealModule

extension CalibrationCoverage {
  /// The length of a centred field below which it shows no direction, T; default 5 µT.
  ///
  /// Before a fit the field is centred on what was seen, and what is left of a device at rest is the
  /// sensor's noise, up to 2 µT, which points everywhere. Large values miss the Earth's field, which is
  /// never below 22 µT.
  static let leastField = 5e-6

  /// The attitudes of samples.
  ///
  /// - Parameters:
  ///   - samples: Any samples; those that are no numbers are passed over.
  ///   - hardIron: The offset to take out, T.
  ///   - softIron: The matrix to apply after it.
  public init(
    samples: [CalibrationSample], hardIron: Vector3, softIron: Matrix3 = .identity
  ) {
    self.init()
    var histogram = [Int](repeating: 0, count: 181)
    var tilted = 0
    for sample in samples where sample.isUsable {
      let centred = softIron * (sample.field - hardIron)
      guard centred.length > Self.leastField, let field = centred.direction else { continue }
      cells |= 1 << UInt64(DirectionGrid.cell(of: field))
      var east = Vector3(field.y, -field.x, 0)
      if let up = sample.specificForce?.direction {
        east = field.cross(up)
        histogram[Int((Double.acos(min(max(up.z, -1), 1)) * 180 / .pi).rounded())] += 1
        tilted += 1
        if up.y > 0.34 { tilts |= 1 }
        if up.y < -0.34 { tilts |= 2 }
        if up.x > 0.34 { tilts |= 4 }
        if up.x < -0.34 { tilts |= 8 }
        if up.z < -0.34 { tilts |= 16 }
        // Heading of the forward axis, or of the body's down axis where forward stands upright.
        let forward = abs(up.y) < 0.966 ? Vector3(0, 1, 0) : Vector3(0, 0, up.y > 0 ? -1 : 1)
        let north = up.cross(east)
        let heading = Double.atan2(y: forward.dot(east), x: forward.dot(north))
        insert(heading: heading)
      } else {
        insert(heading: Double.atan2(y: -field.x, x: field.y))
      }
    }
    // The tilt that one sample in twenty exceeds.
    var left = tilted / 20
    for degrees in stride(from: 180, through: 0, by: -1) {
      left -= histogram[degrees]
      if left < 0 {
        tilt = tilted > 0 ? Angle(degrees: Double(degrees)) : .zero
        break
      }
    }
  }

  private mutating func insert(heading radians: Double) {
    let turn = radians / (2 * .pi)
    let sector = Int(((turn < 0 ? turn + 1 : turn) * 36).rounded(.down))
    headings |= 1 << UInt64(min(max(sector, 0), 35))
  }
}

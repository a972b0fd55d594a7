public import HeadingGeometry
import RealModule

extension CalibrationCoverage {
  /// Magnitude of the centred field below which its direction is undefined, T; default 5 µT.
  ///
  /// Before a fit the field is centred on the middle of the samples. For a device at rest only
  /// sensor noise remains, up to 2 µT in random directions. Larger values would exclude the Earth's
  /// field, at least 22 µT.
  static let leastField = 5e-6

  /// Makes the coverage of samples.
  ///
  /// - Parameters:
  ///   - samples: Samples; those with values that are not finite are skipped.
  ///   - hardIron: Hard iron to subtract, T.
  ///   - softIron: Soft-iron matrix to apply after it.
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
        // Heading of the forward axis; of the body's z axis where the forward axis is near
        // vertical.
        let forward = abs(up.y) < 0.966 ? Vector3(0, 1, 0) : Vector3(0, 0, up.y > 0 ? -1 : 1)
        let north = up.cross(east)
        let heading = Double.atan2(y: forward.dot(east), x: forward.dot(north))
        insert(heading: heading)
      } else {
        insert(heading: Double.atan2(y: -field.x, x: field.y))
      }
    }
    // The 95th percentile of the tilt.
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

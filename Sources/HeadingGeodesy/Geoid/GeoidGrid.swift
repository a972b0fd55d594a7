public import HeadingGeometry

/// Geoid undulation of EGM96 above the WGS 84 ellipsoid, on a grid of 30′.
///
/// F. G. Lemoine et al., The development of the joint NASA GSFC and NIMA geopotential model EGM96,
/// NASA/TP-1998-206861. The grid is a separate file because it is 520 kB.
public struct GeoidGrid: Sendable {
  /// Coefficients of the spline through the undulations, m: rows from 90° N to 90° S, columns from
  /// 0° E to 359.5° E.
  let coefficients: [Float]

  static let rows = 361
  static let columns = 720

  /// Largest interpolation error against the 15′ grid, m; its RMS is 0.04 m.
  ///
  /// It is used as the error of every conversion through the geoid. Since it exceeds the
  /// interpolation error nearly everywhere, it also covers the error of EGM96 itself, which is not
  /// published for each point.
  public static let largestInterpolationError = 0.95

  /// Parses a grid from the bytes of `egm96_30min_cm.i16`.
  ///
  /// - Parameter bytes: 361 × 720 little-endian 16-bit centimetres, north to south, from 0°
  ///   eastward.
  /// - Throws: ``GeoidGridError`` if the size is wrong or an undulation is impossible.
  public init(parsing bytes: Span<UInt8>) throws(GeoidGridError) {
    let count = Self.rows * Self.columns
    guard bytes.count == 2 * count else {
      throw .size(bytes: bytes.count, expected: 2 * count)
    }
    var heights: [Float] = []
    heights.reserveCapacity(count)
    for index in 0..<count {
      let value = Int16(
        bitPattern: UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8)
      // EGM96 is between −107 m and +86 m.
      guard (-11_000...9000).contains(value) else { throw .height(index: index) }
      heights.append(Float(value) * 0.01)
    }
    coefficients = Self.splineCoefficients(heights)
  }

  /// Geoid undulation: height of mean sea level above the ellipsoid, m.
  ///
  /// Bicubic spline through all points; beyond a pole the grid continues along the opposite
  /// meridian. At a pole the result is the same for every longitude.
  public func height(at coordinate: Coordinate) -> Double {
    let row = (90 - coordinate.latitude) * 2
    let east = coordinate.longitude < 0 ? coordinate.longitude + 360 : coordinate.longitude
    let column = east * 2
    let firstRow = Int(row)
    let firstColumn = Int(column)
    let rowWeights = Self.weights(row - Double(firstRow))
    let columnWeights = Self.weights(column - Double(firstColumn))
    var sum = 0.0
    for down in 0..<4 {
      let line = line(firstRow + down - 1, firstColumn)
      let product = line * columnWeights
      sum += (product.x + product.y + product.z + product.w) * rowWeights[down]
    }
    return sum
  }

  /// Four coefficients of a row, from one column west of `column` to two columns east of it.
  ///
  /// A row beyond a pole is the reflected row on the opposite meridian.
  private func line(_ row: Int, _ column: Int) -> SIMD4<Double> {
    var row = row
    var column = column
    if row < 0 || row >= Self.rows {
      row = row < 0 ? -row : 2 * (Self.rows - 1) - row
      column += Self.columns / 2
    }
    let start = row * Self.columns
    var values = SIMD4<Double>.zero
    for across in 0..<4 {
      let place = (column + across - 1 + Self.columns) % Self.columns
      values[across] = Double(coefficients[start + place])
    }
    return values
  }

  /// Cubic B-spline weights of four neighbouring points at the fraction `t`, 0…1, of the way from
  /// the second to the third.
  private static func weights(_ t: Double) -> SIMD4<Double> {
    let rest = 1 - t
    return SIMD4(
      rest * rest * rest / 6,
      (4 - t * t * (6 - 3 * t)) / 6,
      (4 - rest * rest * (6 - 3 * rest)) / 6,
      t * t * t / 6)
  }
}

extension GeoidGrid {
  /// Altitude above mean sea level from a height above the ellipsoid, both m.
  public func meanSeaLevelAltitude(ellipsoidalHeight: Double, at coordinate: Coordinate) -> Double {
    ellipsoidalHeight - height(at: coordinate)
  }

  /// Height above the ellipsoid from an altitude above mean sea level, both m.
  public func ellipsoidalHeight(meanSeaLevelAltitude: Double, at coordinate: Coordinate) -> Double {
    meanSeaLevelAltitude + height(at: coordinate)
  }
}

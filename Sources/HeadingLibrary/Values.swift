import HeadingGeometry
import HeadingSensing

extension Double? {
  /// The number, or NaN: how C has no value.
  var orNaN: Double { self ?? .nan }

  /// The number if it is finite.
  var finite: Double? { flatMap { $0.isFinite ? $0 : nil } }
}

extension Angle? {
  /// The degrees, or NaN.
  var degrees: Double { self?.degrees ?? .nan }
}

extension Double {
  /// The number, or `nil` for NaN.
  var known: Double? { isNaN ? nil : self }
}

extension Vector3 {
  /// A vector without a value.
  static var unknown: Vector3 { Vector3(repeating: .nan) }

  /// The components for a member of a C struct.
  var tuple: (Double, Double, Double) { (x, y, z) }

  /// The vector at three numbers of a caller.
  init(_ numbers: UnsafePointer<Double>) {
    self = unsafe Vector3(numbers[0], numbers[1], numbers[2])
  }

  /// Whether no component is a number: a row without a sample.
  var isAbsent: Bool { x.isNaN && y.isNaN && z.isNaN }
}

extension Quaternion {
  /// The components for a member of a C struct.
  var tuple: (Double, Double, Double, Double) { (w, vector.x, vector.y, vector.z) }
}

extension Matrix3 {
  /// The elements, row by row.
  var tuple: (Double, Double, Double, Double, Double, Double, Double, Double, Double) {
    let (x, y, z) = rows
    return (x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z)
  }

  /// The matrix of nine elements, row by row.
  init(tuple: (Double, Double, Double, Double, Double, Double, Double, Double, Double)) {
    self.init(
      rows: Vector3(tuple.0, tuple.1, tuple.2), Vector3(tuple.3, tuple.4, tuple.5),
      Vector3(tuple.6, tuple.7, tuple.8))
  }
}

extension Bool {
  /// 1 for true.
  var number: Int32 { self ? 1 : 0 }
}

import HeadingGeometry

extension ROSValue {
  /// `geometry_msgs/Vector3`.
  static func vector(_ vector: Vector3) -> ROSValue { triple("geometry_msgs/Vector3", vector) }

  /// `geometry_msgs/Point`.
  static func point(_ point: Vector3) -> ROSValue { triple("geometry_msgs/Point", point) }

  /// `geometry_msgs/Quaternion`, whose order is x, y, z, w.
  static func quaternion(_ rotation: Quaternion) -> ROSValue {
    .record(
      ROSRecord(
        "geometry_msgs/Quaternion",
        [
          ROSField("x", .float64(rotation.vector.x)), ROSField("y", .float64(rotation.vector.y)),
          ROSField("z", .float64(rotation.vector.z)), ROSField("w", .float64(rotation.w)),
        ]))
  }

  /// `float64[9]`, a matrix by rows.
  static func matrix(_ matrix: Matrix3) -> ROSValue {
    let (x, y, z) = matrix.rows
    return .float64s([x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z])
  }

  private static func triple(_ type: String, _ vector: Vector3) -> ROSValue {
    .record(
      ROSRecord(
        type,
        [
          ROSField("x", .float64(vector.x)), ROSField("y", .float64(vector.y)),
          ROSField("z", .float64(vector.z)),
        ]))
  }
}

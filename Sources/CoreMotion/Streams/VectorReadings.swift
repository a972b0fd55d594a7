import HeadingGeometry
import HeadingProtocol

extension SampleMessage {
  /// The values of a sensor with three axes; `nil` for any other.
  var vector: Vector3? {
    values.count == 3 ? Vector3(values[0], values[1], values[2]) : nil
  }
}

extension NSCoder {
  /// Encodes a vector, the only one of its object.
  func encodeVector(_ vector: Vector3) {
    encode(vector.x, forKey: "x")
    encode(vector.y, forKey: "y")
    encode(vector.z, forKey: "z")
  }

  /// Decodes the vector that `encodeVector(_:)` encoded; components missing in the archive are 0.
  func decodeVector() -> Vector3 {
    Vector3(
      decodeDouble(forKey: "x"), decodeDouble(forKey: "y"), decodeDouble(forKey: "z"))
  }
}

import HeadingGeometry
import HeadingProtocol

extension SampleMessage {
  /// The reading of a sensor with three axes; `nil` for any other.
  var vector: Vector3? {
    values.count == 3 ? Vector3(values[0], values[1], values[2]) : nil
  }
}

extension NSCoder {
  /// Writes a vector, the only one of its object.
  func encodeVector(_ vector: Vector3) {
    encode(vector.x, forKey: "x")
    encode(vector.y, forKey: "y")
    encode(vector.z, forKey: "z")
  }

  /// Reads what ``encodeVector(_:)`` wrote; zeros where nothing was.
  func decodeVector() -> Vector3 {
    Vector3(
      decodeDouble(forKey: "x"), decodeDouble(forKey: "y"), decodeDouble(forKey: "z"))
  }
}

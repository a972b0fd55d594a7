/// Why samples are not accepted as a static pose.
public enum RestRefusal: Error, Sendable, Hashable {
  /// Too few samples for a mean.
  case tooFewSamples
  /// The device moved.
  case motion
  /// The values are impossible at rest: the sensor's scale or unit is wrong.
  case implausible
  /// No axis is within 30° of the vertical.
  case skewed
}

extension RestRefusal: CustomStringConvertible {
  /// The reason and the recommended action.
  public var description: String {
    switch self {
    case .tooFewSamples: "too few samples; keep it still for three seconds"
    case .motion: "it moved; put it on something firm and let go"
    case .implausible:
      "the values are impossible for a device at rest; check the sensor's scale and unit"
    case .skewed: "no axis points up or down; put it on one of its six sides"
    }
  }
}

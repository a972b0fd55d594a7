/// Why a stretch of samples is no rest, or a pose none that counts.
public enum RestRefusal: Error, Sendable, Hashable {
  /// Fewer samples than a mean needs.
  case tooFewSamples
  /// The device moved.
  case motion
  /// The values cannot come from a device at rest: the sensor's scale or unit is wrong.
  case implausible
  /// The pose is between the six: no axis points up or down to 30°.
  case skewed
}

extension RestRefusal: CustomStringConvertible {
  /// What is wrong and what to do.
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

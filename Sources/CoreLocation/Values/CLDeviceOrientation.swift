/// The orientation of the device, which selects the axis that headings refer to.
public enum CLDeviceOrientation: Int32, Sendable {
  /// Unknown; keeps the current heading axis.
  case unknown = 0

  /// Upright: the heading refers to the top edge (+y).
  case portrait

  /// Upside down: the heading refers to the bottom edge (−y).
  case portraitUpsideDown

  /// On its left side: the heading refers to the right edge (+x).
  case landscapeLeft

  /// On its right side: the heading refers to the left edge (−x).
  case landscapeRight

  /// Flat, screen up; keeps the current heading axis.
  case faceUp

  /// Flat, screen down; keeps the current heading axis.
  case faceDown
}

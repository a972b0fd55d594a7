/// How the device is held, which says what axis a heading belongs to.
public enum CLDeviceOrientation: Int32, Sendable {
  /// Not known; the heading's axis stays what it was.
  case unknown = 0

  /// Upright: the heading of the top.
  case portrait

  /// Upside down: the heading of the bottom.
  case portraitUpsideDown

  /// On its left side: the heading of the right side.
  case landscapeLeft

  /// On its right side: the heading of the left side.
  case landscapeRight

  /// Flat; the heading's axis stays what it was.
  case faceUp

  /// On its screen; the heading's axis stays what it was.
  case faceDown
}

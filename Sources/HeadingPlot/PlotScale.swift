/// What a vertical axis covers.
package enum PlotScale: Sendable {
  /// All values, and at least this span.
  case around(least: Double)
  /// From zero to above most of the values: a short peak does not flatten the rest.
  case fromZero(least: Double)
  /// Degrees from 0 to 360; a line is not drawn across the whole circle.
  case circle
}

/// Places, metres east and north of one of them, each with the radius that holds it with 68 %.
package struct PlotTrack: Sendable {
  /// A place; the radius is 0 if it is unknown.
  package struct Place: Sendable {
    let east, north, radius: Double

    package init(east: Double, north: Double, radius: Double) {
      (self.east, self.north, self.radius) = (east, north, radius)
    }
  }

  /// The way in parts, between which places are unknown.
  let parts: [[Place]]

  package init(_ parts: [[Place]]) { self.parts = parts }
}

/// A part of a picture, with a heading and an explanation of its colours.
package struct PlotPanel: Sendable {
  /// Height of the heading, pixels.
  static let heading = 26.0

  let title: String
  let key: [Entry]
  let content: Content

  /// A colour and what it is.
  package struct Entry: Sendable {
    let name: String
    let color: PlotColor
    let isDashed: Bool
    let isFilled: Bool

    package init(
      _ name: String, _ color: PlotColor, isDashed: Bool = false, isFilled: Bool = false
    ) {
      (self.name, self.color) = (name, color)
      (self.isDashed, self.isFilled) = (isDashed, isFilled)
    }
  }

  /// What a panel shows.
  package enum Content: Sendable {
    /// Lines over one scale.
    case lines([PlotLine], PlotScale)
    /// Areas on one another, each as high as its value, below lines.
    case stack([(color: PlotColor, values: [Double])], lines: [PlotLine], PlotScale)
    /// A lane for each thing that holds at some times.
    case lanes([PlotLane])
    /// A way over the ground, in a square.
    case track(PlotTrack)
  }

  /// Creates a panel.
  ///
  /// - Parameters:
  ///   - title: Its heading, with the unit.
  ///   - key: The explanation of its colours.
  ///   - content: What it shows.
  package init(_ title: String, key: [Entry] = [], _ content: Content) {
    (self.title, self.key, self.content) = (title, key, content)
  }
}

/// Values over time.
package struct PlotLine: Sendable {
  let color: PlotColor
  let isDashed: Bool
  let times: [Double]
  let values: [Double]
  /// Longest time between two values that are joined, s.
  let longestGap: Double

  package init(
    _ color: PlotColor, isDashed: Bool = false, times: [Double], values: [Double?],
    longestGap: Double
  ) {
    (self.color, self.isDashed, self.longestGap) = (color, isDashed, longestGap)
    self.times = times
    self.values = values.map { $0 ?? .nan }
  }
}

/// What a vertical axis covers.
package enum PlotScale: Sendable {
  /// All values, and at least this span.
  case around(least: Double)
  /// From zero to above most of the values: a short peak does not flatten the rest.
  case fromZero(least: Double)
  /// Degrees from 0 to 360; a line is not drawn across the whole circle.
  case circle
}

/// Times at which something holds.
package struct PlotLane: Sendable {
  let name: String
  let color: PlotColor
  let spans: [ClosedRange<Double>]

  package init(_ name: String, _ color: PlotColor, _ spans: [ClosedRange<Double>]) {
    (self.name, self.color, self.spans) = (name, color, spans)
  }
}

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

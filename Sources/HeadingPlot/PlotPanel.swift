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

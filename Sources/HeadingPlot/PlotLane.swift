/// Times at which something holds.
package struct PlotLane: Sendable {
  let name: String
  let color: PlotColor
  let spans: [ClosedRange<Double>]

  package init(_ name: String, _ color: PlotColor, _ spans: [ClosedRange<Double>]) {
    (self.name, self.color, self.spans) = (name, color, spans)
  }
}

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

/// A vertical axis: its ends and its marks.
struct PlotAxis {
  let low: Double
  let high: Double
  let marks: [Double]
  private let decimals: Int
  /// The largest value, if it is above the axis.
  let cut: Double?

  /// Covers values as a scale says.
  init(_ scale: PlotScale, _ values: some Sequence<Double>) {
    // Larger values have no differences that could be drawn.
    let known = values.filter { abs($0) < 1e12 }.sorted()
    switch scale {
    case .circle:
      (low, high, decimals, cut) = (0, 360, 0, nil)
      marks = [0, 90, 180, 270, 360]
      return
    case .around(let least):
      let (first, last) = (known.first ?? 0, known.last ?? least)
      let half = max(least / 2, (last - first) * 0.55)
      (low, high, cut) = ((first + last) / 2 - half, (first + last) / 2 + half, nil)
    case .fromZero(let least):
      let most = known.last ?? least
      let usual = known.isEmpty ? least : known[known.count * 9 / 10]
      let isCut = most > 6 * usual
      (low, high, cut) = (0, max(least, isCut ? usual * 2.4 : most * 1.1), isCut ? most : nil)
    }
    let step = Self.step((high - low) / 5)
    decimals = Self.decimals(step)
    marks = stride(from: (low / step).rounded(.up) * step, through: high + step * 1e-6, by: step)
      .map { $0 }
  }

  /// 1, 2 or 5 times a power of ten, at least as large as asked.
  static func step(_ least: Double) -> Double {
    guard least.isFinite, least > 0 else { return 1 }
    var power = 1.0
    while power * 10 <= least { power *= 10 }
    while power > least { power /= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least * 0.999 } ?? power * 10
  }

  private static func decimals(_ step: Double) -> Int {
    var (count, unit) = (0, step)
    while unit < 0.999, count < 9 { (count, unit) = (count + 1, unit * 10) }
    return count
  }

  /// The text of a mark.
  func label(_ value: Double) -> String {
    if marks.last == 360, low == 0 { return PlotDrawing.padded(Int(value), 3) + "°" }
    return PlotDrawing.fixed(value, decimals)
  }

  /// Marks of a time axis: their distance, s.
  static func timeStep(_ span: Double) -> Double {
    let steps = [
      0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800,
      86400,
    ]
    return steps.first { span / $0 <= 10 } ?? 86400 * (span / 864_000).rounded(.up)
  }

  /// A duration as a time axis shows it, such as 12:30 (minutes, seconds) or 1:02:30.
  static func duration(_ seconds: Double, step: Double) -> String {
    if step < 1 { return PlotDrawing.fixed(seconds, 1) + " s" }
    let whole = Int(seconds.rounded())
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    let end = PlotDrawing.padded(whole % 60, 2)
    return hours > 0
      ? "\(hours):\(PlotDrawing.padded(minutes, 2)):\(end)" : "\(minutes):\(end)"
  }
}

/// Colours, those of the web page on white.
package enum PlotColor: Sendable {
  case text, dim, line, accent, second, sector
  /// Of several series, the one of this number.
  case series(Int)
  /// A term of the heading's error.
  case noise, gyroscopeHold, calibration, disturbance, localField, tilt

  private static let ofSeries = ["#005f9e", "#c06f0c", "#7d58b3", "#1d8a5d", "#c43a4d", "#6b6b12"]

  var code: String {
    switch self {
    case .text: "#0e1a26"
    case .dim: "#4b5b6b"
    case .line: "#c3ccd6"
    case .accent: "#005f9e"
    case .second: "#8a3d00"
    case .sector: "#cfe6f5"
    case .series(let number): Self.ofSeries[number % Self.ofSeries.count]
    case .noise: "#2c72b5"
    case .gyroscopeHold: "#c06f0c"
    case .calibration: "#1d8a5d"
    case .disturbance: "#c43a4d"
    case .localField: "#7d58b3"
    case .tilt: "#8c7414"
    }
  }
}

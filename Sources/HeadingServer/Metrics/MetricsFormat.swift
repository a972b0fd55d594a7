/// The format of the metrics.
enum MetricsFormat: Sendable {
  /// Prometheus' text format, version 0.0.4.
  case text
  /// OpenMetrics 1.0.0 as its specification defines it.
  case openMetrics

  private static let openType = "application/openmetrics-text"

  /// The value of `Content-Type`.
  var type: String {
    switch self {
    case .text: "text/plain; version=0.0.4; charset=utf-8"
    case .openMetrics: Self.openType + "; version=1.0.0; charset=utf-8"
    }
  }

  /// Selects a format by the values of the header `Accept` (RFC 9110, 12.5.1): OpenMetrics where it is
  /// named and preferred to plain text, else text.
  init(accept: [String]) {
    var (open, text) = (0.0, 0.0)
    for range in accept.flatMap({ $0.split(separator: ",") }) {
      let parts = range.split(separator: ";").map { part in
        part.filter { $0 != " " && $0 != "\t" }.lowercased()
      }
      func value(_ key: String) -> String? {
        parts.dropFirst().first { $0.hasPrefix(key + "=") }.map {
          String($0.dropFirst(key.count + 1))
        }
      }
      let weight = value("q").flatMap(Double.init) ?? 1
      switch parts.first {
      case Self.openType where ["1.0.0", "0.0.1", nil].contains(value("version")):
        open = max(open, weight)
      case "text/plain": text = max(text, weight)
      default: break
      }
    }
    self = open > 0 && open >= text ? .openMetrics : .text
  }
}

import Glibc
import HeadingGeodesy
import HeadingGeometry
import HeadingPlot
import HeadingServer
import HeadingTerminal

/// The picture of a recording's histories.
struct RecordingPicture {
  private let title: String
  private let histories: [RecordedHistory]

  init(title: String, _ histories: [RecordedHistory]) {
    (self.title, self.histories) = (title, histories)
  }

  /// The terms of the heading's error, with their colours.
  private static let terms: [(column: HistoryColumn, name: String, color: PlotColor)] = [
    (.noise, "noise", .noise), (.gyroscopeHold, "held by the gyroscope", .gyroscopeHold),
    (.calibration, "calibration", .calibration), (.disturbance, "disturbance", .disturbance),
    (.localField, "local field", .localField), (.tilt, "tilt", .tilt),
  ]

  var plot: Plot {
    let times = histories.flatMap(\.rows).compactMap { $0[.bootTime] }
    let span = (times.min() ?? 0)...(times.max() ?? 1)
    let isSimulated = histories.contains(where: \.isSimulated)
    let begin = histories.first?.begin.map { "begins at \($0)" } ?? "without a date"
    var plot = Plot(
      title: (isSimulated ? "SIMULATED  " : "") + title,
      subtitle: begin + "; minutes and seconds since the beginning", span: span)
    plot.append(headings)
    guard let first = histories.first else { return plot }
    plot.append(error(first))
    let height: HistoryColumn = isKnown(.altitude) ? .altitude : .relativeAltitude
    let curves: [(title: String, column: HistoryColumn, model: HistoryColumn?, least: Double)] = [
      ("Field, µT", .fieldStrength, .modelStrength, 4),
      ("Dip, °", .inclination, .modelInclination, 4),
      (height == .altitude ? "Altitude, m" : "Altitude since the start, m", height, nil, 4),
      ("Climb, m/s", .climbRate, nil, 1),
    ]
    for (title, column, model, least) in curves where isKnown(column) {
      var lines = [line(first, column, .accent)]
      let model = model.flatMap { isKnown($0) ? $0 : nil }
      if let model { lines.append(line(first, model, .second, isDashed: true)) }
      let key: [PlotPanel.Entry] =
        model == nil ? [] : [.init("measured", .accent), .init("model", .second, isDashed: true)]
      plot.append(PlotPanel(title, key: key, .lines(lines, .around(least: least))))
    }
    if isKnown(.latitude) { plot.append(PlotPanel("Track", .track(PlotTrack(ground(first))))) }
    plot.append(PlotPanel("Reasons", .lanes(histories.enumerated().flatMap(lanes))))
    return plot
  }

  private func isKnown(_ column: HistoryColumn) -> Bool {
    histories.contains { $0.rows.contains { $0[column] != nil } }
  }

  private func line(
    _ history: RecordedHistory, _ column: HistoryColumn, _ color: PlotColor,
    isDashed: Bool = false
  ) -> PlotLine {
    PlotLine(
      color, isDashed: isDashed, times: history.rows.map { $0[.bootTime] ?? .nan },
      values: history.rows.map { $0[column] }, longestGap: max(3, 2.5 * history.interval))
  }

  private var headings: PlotPanel {
    let column: HistoryColumn = isKnown(.trueHeading) ? .trueHeading : .magneticHeading
    let lines = histories.enumerated().map { number, history in
      line(history, column, .series(number))
    }
    let key = histories.enumerated().map { number, history in
      PlotPanel.Entry(history.name, .series(number))
    }
    return PlotPanel(
      column == .trueHeading ? "True heading" : "Magnetic heading",
      key: histories.count > 1 ? key : [], .lines(lines, .circle))
  }

  /// The 68 % bound, divided by the squares of its terms, which add up by squares; above it the 95 % bound.
  private func error(_ history: RecordedHistory) -> PlotPanel {
    let parts = Self.terms.map { term in
      let values = history.rows.map { row in
        let sum = Self.terms.reduce(0) { $0 + square(row[$1.column]) }
        guard let bound = row[.headingAccuracy], sum > 0 else { return Double.nan }
        return bound * square(row[term.column]) / sum
      }
      return (color: term.color, values: values)
    }
    let key =
      Self.terms.map { PlotPanel.Entry($0.name, $0.color, isFilled: true) }
      + [.init("95 %", .dim, isDashed: true)]
    let lines = [
      line(history, .headingAccuracy, .text),
      line(history, .headingAccuracy95, .dim, isDashed: true),
    ]
    return PlotPanel(
      "Heading error, 68 %, °", key: key, .stack(parts, lines: lines, .fromZero(least: 0.5)))
  }

  private func square(_ value: Double?) -> Double { (value ?? 0) * (value ?? 0) }

  /// The way in metres around its first place, by geodesics.
  private func ground(_ history: RecordedHistory) -> [[PlotTrack.Place]] {
    let places = history.rows.map { row in
      row[.latitude].flatMap { latitude in
        row[.longitude].flatMap { Coordinate(latitude: latitude, longitude: $0) }
      }
    }
    guard let origin = places.lazy.compactMap({ $0 }).first else { return [] }
    return zip(places, history.rows).split { $0.0 == nil }.map { part in
      part.compactMap { place, row in
        place.map { place in
          let way = Geodesic(from: origin, to: place)
          let azimuth = way.initialAzimuth.radians
          return PlotTrack.Place(
            east: way.distance * sin(azimuth), north: way.distance * cos(azimuth),
            radius: row[.horizontalAccuracy] ?? 0)
        }
      }
    }
  }

  /// The lanes of the reasons of a history.
  private func lanes(_ number: Int, _ history: RecordedHistory) -> [PlotLane] {
    var spans: [String: [ClosedRange<Double>]] = [:]
    var order: [String] = []
    for row in history.rows {
      guard let time = row[.bootTime] else { continue }
      for reason in row.reasons {
        if spans[reason] == nil { order.append(reason) }
        let end = time + history.interval
        var list = spans[reason] ?? []
        if let last = list.last, time <= last.upperBound + history.interval / 2 {
          list[list.count - 1] = last.lowerBound...end
        } else {
          list.append(time...end)
        }
        spans[reason] = list
      }
    }
    let prefix = histories.count > 1 ? history.name + ": " : ""
    return order.map {
      PlotLane(prefix + ReasonText.words($0), .series(number), spans[$0] ?? [])
    }
  }
}

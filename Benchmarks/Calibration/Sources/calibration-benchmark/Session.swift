/// Common properties of the trials of one row.
struct Session {
  var sensors = Sensors.accelerometer
  /// Whether one sample in twenty is off by 20 µT, 1σ a component.
  var hasOutliers = false
  /// Whether the fit knows the field's strength and inclination.
  var hasLocationUpdates = true
  /// Samples in ten seconds.
  var count = 1000

  /// Samples a second.
  var rate: Double { Double(count) / 10 }

  /// Largest ratio of error to bound; `nil` for short sessions, of which only the prediction is checked.
  var factor: Double? {
    if count < 1000 { return nil }
    return hasOutliers ? 1.5 : sensors == .accelerometer ? 1.2 : 1.3
  }

  /// The tables, each with its heading.
  static var tables: [(title: String, sessions: [Session])] {
    var tables: [(title: String, sessions: [Session])] = []
    for sensors in Sensors.allCases {
      tables.append((sensors.rawValue, [Session(sensors: sensors)]))
    }
    for sensors in Sensors.allCases {
      tables.append(
        (sensors.rawValue + ", 5 % outliers", [Session(sensors: sensors, hasOutliers: true)]))
    }
    for sensors in Sensors.allCases {
      tables.append(
        (
          sensors.rawValue + ", place unknown",
          [Session(sensors: sensors, hasLocationUpdates: false)]
        ))
    }
    for sensors in Sensors.allCases {
      tables.append(
        (
          sensors.rawValue + ", short: 100, 200, 400 samples",
          [100, 200, 400].map { Session(sensors: sensors, count: $0) }
        ))
    }
    return tables
  }
}

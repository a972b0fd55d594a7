/// Maps the fields of a recording's rows to columns.
struct RecordingColumns {
  /// The known columns with their names in the header.
  enum Column: Int, CaseIterable {
    case time, gyroscopeX, gyroscopeY, gyroscopeZ, accelerometerX, accelerometerY, accelerometerZ
    case magnetometerX, magnetometerY, magnetometerZ, universalTime, pressure, temperature
    case latitude, longitude, altitude, horizontalAccuracy, speed, course, load
    case ellipsoidalAltitude, verticalAccuracy, speedAccuracy, climbRate, waterSpeed, simulated

    var name: String {
      switch self {
      case .time: "t"
      case .gyroscopeX: "gyr_x"
      case .gyroscopeY: "gyr_y"
      case .gyroscopeZ: "gyr_z"
      case .accelerometerX: "acc_x"
      case .accelerometerY: "acc_y"
      case .accelerometerZ: "acc_z"
      case .magnetometerX: "mag_x"
      case .magnetometerY: "mag_y"
      case .magnetometerZ: "mag_z"
      case .universalTime: "utc"
      case .pressure: "pressure"
      case .temperature: "temperature"
      case .latitude: "latitude"
      case .longitude: "longitude"
      case .altitude: "altitude"
      case .horizontalAccuracy: "horizontal_accuracy"
      case .speed: "speed"
      case .course: "course"
      case .load: "load"
      case .ellipsoidalAltitude: "ellipsoidal_altitude"
      case .verticalAccuracy: "vertical_accuracy"
      case .speedAccuracy: "speed_accuracy"
      case .climbRate: "climb_rate"
      case .waterSpeed: "water_speed"
      case .simulated: "simulated"
      }
    }
  }

  /// The column of each field of a row.
  let columns: [Column?]

  init(header: some StringProtocol) throws(RecordingError) {
    var isQuoted = false
    let names = header.split(omittingEmptySubsequences: false) { character in
      if character == "\"" { isQuoted.toggle() }
      return character == "," && !isQuoted
    }.map { name in
      String(name.filter { !$0.isWhitespace && $0 != "\"" && $0 != "\u{FEFF}" })
    }
    guard names.contains(where: { !$0.isEmpty }) else { throw .empty }
    var found: Set<Column> = []
    var columns: [Column?] = []
    for name in names {
      let column = Column.allCases.first { $0.name == name }
      if let column, !found.insert(column).inserted { throw .duplicateColumn(name) }
      columns.append(column)
    }
    self.columns = columns
    guard found.contains(.time) else { throw .noTimeColumn }
    let sensors: [[Column]] = [
      [.gyroscopeX, .gyroscopeY, .gyroscopeZ],
      [.accelerometerX, .accelerometerY, .accelerometerZ],
      [.magnetometerX, .magnetometerY, .magnetometerZ],
    ]
    // A sensor with a missing axis would be lost without notice.
    for group in sensors + [[.latitude, .longitude]] {
      if let missing = group.first(where: { !found.contains($0) }),
        group.contains(where: { found.contains($0) })
      {
        throw .missingColumn(missing.name)
      }
    }
    guard sensors.contains(where: { found.isSuperset(of: $0) }) else { throw .noSensorColumns }
  }
}

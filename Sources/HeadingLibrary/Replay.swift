public import CHeading
import HeadingEngine
import HeadingGeometry
import HeadingReplay
import HeadingSensing

/// `heading_replay`.
@_cdecl("heading_replay")
public func replay(
  _ settings: UnsafePointer<heading_settings>?, _ calibration: UnsafePointer<heading_calibration>?,
  _ rows: UnsafePointer<heading_rows>?, _ flags: UInt32,
  _ solutions: UnsafeMutablePointer<heading_solution>?, _ stride: Int,
  _ stepsBack: UnsafeMutablePointer<Int>?
) -> Int32 {
  guard let rows = unsafe rows else { return Outcome.null.rawValue }
  guard let rows = unsafe SizedStruct.read(rows, standard: heading_rows()),
    unsafe rows.count >= 0, unsafe rows.count <= heading_rows.largestCount,
    stride >= MemoryLayout<heading_solution>.size, stride <= 65_536,
    stride % MemoryLayout<heading_solution>.alignment == 0
  else { return Outcome.size.rawValue }
  guard flags <= 1 else { return Outcome.value.rawValue }
  var options = ReplayOptions()
  options.isSmoothed = flags & 1 != 0
  options.settings.gyroscopeBias = EngineSettings.compensatedGyroscopeBias
  if let settings = unsafe settings {
    guard let given = unsafe SizedStruct.read(settings, standard: .standard) else {
      return Outcome.size.rawValue
    }
    guard let valid = given.swift else { return Outcome.value.rawValue }
    options.settings = valid
  }
  if let calibration = unsafe calibration {
    guard let given = unsafe SizedStruct.read(calibration, standard: heading_calibration())
    else { return Outcome.size.rawValue }
    guard let valid = given.parameters else { return Outcome.value.rawValue }
    options.calibration = valid
  }
  if unsafe rows.count > 0 {
    guard let solutions = unsafe solutions, unsafe rows.hasColumns else {
      return Outcome.null.rawValue
    }
    guard unsafe rows.hasValidTimes else { return Outcome.value.rawValue }
    var replay = RecordingReplay(unsafe CallerRows(rows), options: options)
    let table = UnsafeMutableRawPointer(solutions)
    var row = 0
    while let solution = replay.next() {
      let place = unsafe (table + row * stride).assumingMemoryBound(to: heading_solution.self)
      unsafe place.pointee.size = stride
      _ = unsafe SizedStruct.write(heading_solution(solution), to: place)
      row += 1
    }
    unsafe stepsBack?.pointee = replay.setBackCount
  } else {
    unsafe stepsBack?.pointee = 0
  }
  return Outcome.ok.rawValue
}

extension heading_rows {
  /// Rows whose solutions fit into an address space.
  static let largestCount = Int.max / 65_536

  /// Whether there are times, and a sensor.
  var hasColumns: Bool { unsafe times != nil && (rates != nil || forces != nil || fields != nil) }

  /// Whether all times, which must be there, are some of a recording.
  var hasValidTimes: Bool {
    guard let times = unsafe times else { return false }
    for row in unsafe 0..<count {
      guard unsafe abs(times[row]) < 9e9 else { return false }
      // Up to the year 9999.
      if let unix = unsafe number(unix_times, row), !(abs(unix) < 253_402_300_800) { return false }
    }
    return true
  }

  /// A number of a row; `nil` if it is missing.
  fileprivate func number(_ column: UnsafePointer<Double>?, _ row: Int) -> Double? {
    unsafe column?[row].known
  }

  /// A vector of a row; `nil` if it is missing.
  fileprivate func vector(_ column: UnsafePointer<Double>?, _ row: Int) -> Vector3? {
    guard let column = unsafe column else { return nil }
    let vector = unsafe Vector3(column + 3 * row)
    return vector.isAbsent ? nil : vector
  }

  /// A row with valid times.
  fileprivate func row(_ index: Int) -> RecordingRow {
    var row = RecordingRow(time: BootTime(seconds: unsafe number(times, index) ?? 0))
    row.angularRate = unsafe vector(rates, index)
    row.acceleration = unsafe vector(forces, index)
    row.magneticField = unsafe vector(fields, index)
    row.universalTime = unsafe number(unix_times, index).map {
      UniversalTime(secondsSince1970: $0)
    }
    row.pressure = unsafe number(pressures, index).finite
    row.temperature = unsafe number(temperatures, index).finite
    row.load = unsafe number(loads, index).finite
    row.waterSpeed = unsafe number(water_speeds, index).finite
    var fix = LoggedFix()
    fix.latitude = unsafe number(latitudes, index)
    fix.longitude = unsafe number(longitudes, index)
    fix.altitude = unsafe number(altitudes, index)
    fix.ellipsoidalAltitude = unsafe number(ellipsoidal_altitudes, index)
    fix.horizontalAccuracy = unsafe number(horizontal_accuracies, index)
    fix.verticalAccuracy = unsafe number(vertical_accuracies, index)
    fix.speed = unsafe number(speeds, index)
    fix.speedAccuracy = unsafe number(speed_accuracies, index)
    fix.climbRate = unsafe number(climb_rates, index)
    fix.course = unsafe number(courses, index)
    row.fix = fix.fix(at: row.time, universalTime: row.universalTime)
    return row
  }
}

/// A caller's rows, one after another.
@safe private struct CallerRows: RecordingRowSource {
  private let rows: heading_rows
  private var index = 0

  init(_ rows: heading_rows) { unsafe self.rows = unsafe rows }

  mutating func next() -> RecordingRow? {
    guard unsafe index < rows.count else { return nil }
    index += 1
    return unsafe rows.row(index - 1)
  }
}

import CHeading
import FoundationEssentials
import HeadingEngine
import HeadingGeometry
import HeadingRecording
import HeadingReplay
import HeadingSensing
import Testing

@testable import HeadingLibrary

/// The replay in C gives the solutions of the same table in CSV, bit for bit.
@Suite(.timeLimit(.minutes(5))) struct ReplayLibraryTests {
  /// The columns of a table: a device that turns, with a barometer and a receiver of 1 Hz.
  private struct Columns {
    static let count = 3000
    var times: [Double] = []
    var (rates, forces, fields): ([Double], [Double], [Double]) = ([], [], [])
    var (universal, pressures, latitudes, longitudes, accuracies):
      ([Double], [Double], [Double], [Double], [Double]) = ([], [], [], [], [])
    var csv =
      "t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z,utc,pressure,latitude,longitude,horizontal_accuracy\n"

    init() {
      var seed: UInt64 = 3
      // Decimals that both a table and C read alike.
      func number(_ mean: Double, _ noise: Double) -> Double {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let value = mean + (Double(seed >> 11) / 0x1p53 - 0.5) * noise
        return (value * 1e4).rounded() / 1e4
      }
      for row in 0..<Self.count {
        // The clock steps back once.
        let second = Double(row - (row > 2000 ? 500 : 0)) / 100
        let turn = row < 500 ? 0 : Double(row - 500) * 0.004
        let place = row % 100 == 0 && row > 300
        let rate = [number(0, 0.004), number(0, 0.004), number(row < 500 ? 0 : 0.4, 0.004)]
        let force = [number(0, 0.05), number(0, 0.05), number(9.8, 0.05)]
        let field = [
          number(20 * Angle(radians: turn).sine, 0.6),
          number(20 * Angle(radians: turn).cosine, 0.6), number(-43, 0.6),
        ]
        let known = row % 2 == 0
        times.append(second)
        rates += rate
        forces += force
        fields += known ? field.map { $0 * 1e-6 } : [.nan, .nan, .nan]
        universal.append(1_780_000_000 + second)
        pressures.append(row % 4 == 0 ? number(95_460, 3) : .nan)
        latitudes.append(place ? 47.4 : .nan)
        longitudes.append(place ? 8.5 : .nan)
        accuracies.append(place ? 3 : .nan)
        var cells = [second] + rate + force
        cells += (known ? field : [.nan, .nan, .nan]) + [universal[row], pressures[row]]
        cells += [latitudes[row], longitudes[row], accuracies[row]]
        csv += cells.map { $0.isNaN ? "" : "\($0)" }.joined(separator: ",") + "\n"
      }
    }
  }

  private static func replay(
    _ columns: Columns, flags: UInt32, count: Int = Columns.count
  ) -> (outcome: Int32, solutions: [heading_solution], stepsBack: Int) {
    var solutions = [heading_solution](repeating: heading_solution(), count: count)
    var stepsBack = -1
    var rows = heading_rows()
    rows.size = MemoryLayout<heading_rows>.size
    rows.count = count
    // Swift closes each array's pointer with its closure; these are kept until the end instead.
    func column(_ values: [Double]) -> UnsafePointer<Double>? {
      let copy = UnsafeMutableBufferPointer<Double>.allocate(capacity: values.count)
      _ = copy.initialize(from: values)
      return UnsafePointer(copy.baseAddress)
    }
    rows.times = column(columns.times)
    rows.rates = column(columns.rates)
    rows.forces = column(columns.forces)
    rows.fields = column(columns.fields)
    rows.unix_times = column(columns.universal)
    rows.pressures = column(columns.pressures)
    rows.latitudes = column(columns.latitudes)
    rows.longitudes = column(columns.longitudes)
    rows.horizontal_accuracies = column(columns.accuracies)
    defer {
      for pointer in [
        rows.times, rows.rates, rows.forces, rows.fields, rows.unix_times, rows.pressures,
        rows.latitudes, rows.longitudes, rows.horizontal_accuracies,
      ] {
        UnsafeMutablePointer(mutating: pointer)?.deallocate()
      }
    }
    let outcome = heading_replay(
      nil, nil, &rows, flags, &solutions, MemoryLayout<heading_solution>.stride, &stepsBack)
    return (outcome, solutions, stepsBack)
  }

  @Test(arguments: [false, true])
  func `The replay is that of the same table`(isSmoothed: Bool) throws {
    let columns = Columns()
    let result = Self.replay(columns, flags: isSmoothed ? 1 : 0)
    #expect(result.outcome == 0)
    #expect(result.stepsBack == 1)
    var options = ReplayOptions()
    options.settings.gyroscopeBias = EngineSettings.compensatedGyroscopeBias
    options.isSmoothed = isSmoothed
    var replay = RecordingReplay(
      try RecordingReader(Data(columns.csv.utf8)), options: options)
    var (row, differences, headings) = (0, 0, 0)
    while let solution = replay.next() {
      var expected = heading_solution(solution)
      expected.size = MemoryLayout<heading_solution>.stride
      let isSame = withUnsafeBytes(of: &expected) { expected in
        withUnsafeBytes(of: result.solutions[row]) { expected.elementsEqual($0) }
      }
      if !isSame { differences += 1 }
      if !result.solutions[row].magnetic_heading.isNaN { headings += 1 }
      row += 1
    }
    #expect(row == Columns.count)
    #expect(differences == 0)
    #expect(headings > 2500)
  }

  @Test func `Columns that are no recording are refused`() {
    var columns = Columns()
    #expect(Self.replay(columns, flags: 2).outcome == HEADING_ERROR_VALUE.rawValue)
    columns.times[2999] = .nan
    #expect(Self.replay(columns, flags: 0).outcome == HEADING_ERROR_VALUE.rawValue)
    columns.times[2999] = 1e300
    #expect(Self.replay(columns, flags: 0).outcome == HEADING_ERROR_VALUE.rawValue)
    #expect(Self.replay(columns, flags: 0, count: 0).outcome == 0)
    var rows = heading_rows()
    var solution = heading_solution()
    rows.size = MemoryLayout<heading_rows>.size
    rows.count = 1
    let stride = MemoryLayout<heading_solution>.stride
    #expect(
      heading_replay(nil, nil, &rows, 0, &solution, stride, nil) == HEADING_ERROR_NULL.rawValue)
    #expect(heading_replay(nil, nil, nil, 0, &solution, stride, nil) == HEADING_ERROR_NULL.rawValue)
    rows.count = .max
    #expect(
      heading_replay(nil, nil, &rows, 0, &solution, stride, nil) == HEADING_ERROR_SIZE.rawValue)
    rows.size = 8
    #expect(
      heading_replay(nil, nil, &rows, 0, &solution, stride, nil) == HEADING_ERROR_SIZE.rawValue)
  }
}

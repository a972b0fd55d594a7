public import CHeading
import Geomagnetism
import HeadingGeometry
import HeadingSensing

/// `heading_decimal_year`.
@_cdecl("heading_decimal_year")
public func decimalYear(_ unixTime: Double) -> Double {
  UniversalTime(secondsSince1970: unixTime).decimalYear
}

extension Outcome {
  /// Why the model has no field.
  init(_ error: MagneticModelError) {
    switch error {
    case .dateOutOfRange: self = .date
    case .dateNotFinite: self = .value
    case .heightOutOfRange(let height): self = height.isNaN ? .value : .height
    }
  }
}

/// `heading_field_compute`.
@_cdecl("heading_field_compute")
public func computeFields(
  _ count: Int, _ latitudes: UnsafePointer<Double>?, _ longitudes: UnsafePointer<Double>?,
  _ heights: UnsafePointer<Double>?, _ years: UnsafePointer<Double>?, _ flags: UInt32,
  _ fields: UnsafeMutablePointer<heading_field>?, _ stride: Int,
  _ results: UnsafeMutablePointer<Int32>?
) -> Int32 {
  let size = MemoryLayout<heading_field>.size
  guard count >= 0, stride >= size, stride <= 65_536, stride % MemoryLayout<Double>.size == 0,
    count <= Int.max / stride
  else { return Outcome.size.rawValue }
  guard flags <= 1 else { return Outcome.value.rawValue }
  if count == 0 { return Outcome.ok.rawValue }
  guard let latitudes = unsafe latitudes, let longitudes = unsafe longitudes,
    let years = unsafe years, let fields = unsafe fields
  else { return Outcome.null.rawValue }
  var first = Outcome.ok
  let table = UnsafeMutableRawPointer(fields)
  func write(_ value: heading_field, _ outcome: Outcome, _ row: Int) {
    let place = unsafe table + row * stride
    unsafe place.storeBytes(of: value, as: heading_field.self)
    unsafe (place + size).initializeMemory(as: UInt8.self, repeating: 0, count: stride - size)
    unsafe results?[row] = outcome.rawValue
    if first == .ok { first = outcome }
  }
  // The model evaluates pairs of points together: blocks of them, without an allocation.
  var row = 0
  while row < count {
    let rows = unsafe MagneticRows(
      latitudes: latitudes, longitudes: longitudes, heights: heights, years: years,
      start: row, count: min(count - row, MagneticRows.largest))
    rows.evaluate(extrapolating: flags & 1 != 0) { index, field, outcome in
      write(field, outcome, row + index)
    }
    row += rows.count
  }
  return first.rawValue
}

/// Some of a caller's rows of places and dates.
@safe private struct MagneticRows {
  /// Rows of a block.
  static let largest = 64

  let latitudes: UnsafePointer<Double>
  let longitudes: UnsafePointer<Double>
  let heights: UnsafePointer<Double>?
  let years: UnsafePointer<Double>
  let start: Int
  let count: Int

  /// Evaluates the model.
  ///
  /// - Parameters:
  ///   - extrapolating: Whether to extrapolate outside the model's validity.
  ///   - body: Receives each row of the block with its field, or NaN and the error.
  func evaluate(extrapolating: Bool, _ body: (Int, heading_field, Outcome) -> Void) {
    // A row without a place keeps this one, which has no field either.
    let nowhere = MagneticPoint(
      coordinate: .clamped(latitude: 0, longitude: 0), ellipsoidalHeight: .nan, decimalYear: .nan)
    var points = InlineArray<64, MagneticPoint>(repeating: nowhere)
    for index in 0..<count {
      let row = start + index
      guard let place = unsafe Coordinate(latitude: latitudes[row], longitude: longitudes[row])
      else { continue }
      points[index] = unsafe MagneticPoint(
        coordinate: place, ellipsoidalHeight: heights?[row] ?? 0, decimalYear: years[row])
    }
    let block = points.span.extracting(first: count)
    MagneticModel.wmm2025.evaluate(block, extrapolating: extrapolating) { index, result in
      switch result {
      case .success(let field): body(index, heading_field(field), .ok)
      case .failure(let error): body(index, .unknown, Outcome(error))
      }
    }
  }
}

extension heading_field {
  /// No field.
  static var unknown: heading_field {
    var field = heading_field()
    unsafe withUnsafeMutableBytes(of: &field) { bytes in
      for offset in Swift.stride(from: 0, to: bytes.count, by: MemoryLayout<Double>.size) {
        unsafe bytes.storeBytes(of: .nan, toByteOffset: offset, as: Double.self)
      }
    }
    return field
  }

  /// The field in C.
  init(_ field: MagneticField) {
    let (elements, errors) = (field.elements, field.uncertainty)
    let zone: Double =
      switch field.zone {
      case .normal: 0
      case .caution: 1
      case .blackout: 2
      }
    self.init(
      north: field.north, east: field.east, down: field.down, horizontal: elements.horizontal,
      total: elements.total, declination: elements.declination.degrees,
      inclination: elements.inclination.degrees, north_rate: field.northRate,
      east_rate: field.eastRate, down_rate: field.downRate,
      horizontal_rate: elements.horizontalRate, total_rate: elements.totalRate,
      declination_rate: elements.declinationRate.degrees,
      inclination_rate: elements.inclinationRate.degrees, north_error: errors.north,
      east_error: errors.east, down_error: errors.down, horizontal_error: errors.horizontal,
      total_error: errors.total, declination_error: errors.declination.degrees,
      inclination_error: errors.inclination.degrees, years_outside: field.yearsOutside, zone: zone)
  }
}

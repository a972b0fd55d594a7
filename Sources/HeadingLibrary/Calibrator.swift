public import CHeading
import HeadingCalibration
import HeadingGeometry
import HeadingSensing

/// The samples of a caller's calibrator.
struct SampleStore: ~Copyable {
  /// Largest number of samples.
  let capacity: Int

  /// The samples; their memory is allocated once.
  private(set) var samples: [CalibrationSample] = []

  /// Allocates the memory of the samples.
  init(capacity: Int) {
    self.capacity = capacity
    samples.reserveCapacity(capacity)
  }

  /// Adds a sample.
  mutating func add(_ sample: CalibrationSample) -> Outcome {
    guard sample.isUsable else { return .refused }
    if let last = samples.last {
      if last.field == sample.field { return .nothing }
      if sample.time <= last.time { return .refused }
    }
    guard samples.count < capacity else { return .full }
    samples.append(sample)
    return .ok
  }

  /// Removes all samples.
  mutating func clear() { samples.removeAll(keepingCapacity: true) }
}

/// `heading_calibrator_create`.
@_cdecl("heading_calibrator_create")
public func createCalibrator(
  _ capacity: Int, _ calibrator: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  guard let calibrator = unsafe calibrator else { return Outcome.null.rawValue }
  unsafe calibrator.pointee = nil
  // A million samples are four hours at 70 Hz.
  guard capacity >= 0, capacity <= 1_000_000 else { return Outcome.size.rawValue }
  unsafe calibrator.pointee = Handle.make(
    .calibrator, owning: SampleStore(capacity: capacity == 0 ? 6000 : capacity))
  return Outcome.ok.rawValue
}

/// `heading_calibrator_destroy`.
@_cdecl("heading_calibrator_destroy")
public func destroyCalibrator(_ calibrator: OpaquePointer?) -> Int32 {
  unsafe Handle.destroy(calibrator, .calibrator, SampleStore.self).rawValue
}

/// Runs a function on a caller's calibrator; the error if it is none.
private func withCalibrator(
  _ handle: OpaquePointer?, _ body: (inout SampleStore) -> Outcome
) -> Int32 {
  guard let handle = unsafe handle else { return Outcome.null.rawValue }
  guard let state = unsafe Handle.state(of: handle, .calibrator, SampleStore.self) else {
    return Outcome.handle.rawValue
  }
  return unsafe body(&state.pointee).rawValue
}

/// `heading_calibrator_add`.
@_cdecl("heading_calibrator_add")
public func addCalibrationSample(
  _ calibrator: OpaquePointer?, _ time: Int64, _ field: UnsafePointer<Double>?,
  _ force: UnsafePointer<Double>?, _ rate: UnsafePointer<Double>?
) -> Int32 {
  unsafe withCalibrator(calibrator) { store in
    guard let field = unsafe field else { return .null }
    return unsafe store.add(
      CalibrationSample(
        time: BootTime(nanoseconds: time), field: Vector3(field),
        specificForce: force.map { unsafe Vector3($0) },
        angularRate: rate.map { unsafe Vector3($0) }))
  }
}

/// `heading_calibrator_count`.
@_cdecl("heading_calibrator_count")
public func countCalibrationSamples(
  _ calibrator: OpaquePointer?, _ count: UnsafeMutablePointer<Int>?
) -> Int32 {
  unsafe withCalibrator(calibrator) { store in
    guard let count = unsafe count else { return .null }
    unsafe count.pointee = store.samples.count
    return .ok
  }
}

/// `heading_calibrator_clear`.
@_cdecl("heading_calibrator_clear")
public func clearCalibrationSamples(_ calibrator: OpaquePointer?) -> Int32 {
  unsafe withCalibrator(calibrator) { store in
    store.clear()
    return .ok
  }
}

/// `heading_calibrator_fit`.
@_cdecl("heading_calibrator_fit")
public func fitCalibration(
  _ calibrator: OpaquePointer?, _ priors: UnsafePointer<heading_priors>?,
  _ calibration: UnsafeMutablePointer<heading_calibration>?
) -> Int32 {
  unsafe withCalibrator(calibrator) { store in
    guard let calibration = unsafe calibration else { return .null }
    var known = heading_priors.none
    if let priors = unsafe priors {
      guard let given = unsafe SizedStruct.read(priors, standard: known) else { return .size }
      known = given
    }
    var knowledge = CalibrationPriors()
    var options = MagneticCalibrator.Options()
    let outcome = known.fill(&knowledge, &options)
    guard outcome == .ok else { return outcome }
    let result = MagneticCalibrator(options: options).fit(store.samples, knowledge: knowledge)
    return unsafe SizedStruct.write(heading_calibration(result), to: calibration)
  }
}

/// `heading_calibration_apply`.
@_cdecl("heading_calibration_apply")
public func applyCalibration(
  _ calibration: UnsafePointer<heading_calibration>?, _ count: Int, _ raw: UnsafePointer<Double>?,
  _ corrected: UnsafeMutablePointer<Double>?
) -> Int32 {
  guard let calibration = unsafe calibration else { return Outcome.null.rawValue }
  guard
    let known = unsafe SizedStruct.read(calibration, standard: heading_calibration())
  else { return Outcome.size.rawValue }
  guard count >= 0, count <= Int.max / 24 else { return Outcome.size.rawValue }
  if count == 0 { return Outcome.ok.rawValue }
  guard let raw = unsafe raw, let corrected = unsafe corrected else { return Outcome.null.rawValue }
  let matrix = Matrix3(tuple: known.soft_iron)
  let offset = Vector3(known.hard_iron.0, known.hard_iron.1, known.hard_iron.2)
  guard matrix.isFinite, offset.isFinite else { return Outcome.value.rawValue }
  for index in 0..<count {
    let value = unsafe matrix * (Vector3(raw + 3 * index) - offset)
    let place = unsafe corrected + 3 * index
    unsafe (place[0], place[1], place[2]) = value.tuple
  }
  return Outcome.ok.rawValue
}

public import CHeading
import HeadingEngine
import HeadingGeometry
import HeadingSensing

/// A caller's engine with its newest solution.
struct EngineState: ~Copyable {
  /// The engine.
  var engine = HeadingEngine()

  /// The newest solution; `nil` before the first.
  private(set) var solution: HeadingSolution?

  /// Processes an event.
  mutating func process(_ event: SensorEvent) -> Outcome {
    guard let solution = engine.process(event) else { return .nothing }
    self.solution = solution
    return .ok
  }
}

/// `heading_engine_create`.
@_cdecl("heading_engine_create")
public func createEngine(_ engine: UnsafeMutablePointer<OpaquePointer?>?) -> Int32 {
  guard let engine = unsafe engine else { return Outcome.null.rawValue }
  unsafe engine.pointee = Handle.make(.engine, owning: EngineState())
  return Outcome.ok.rawValue
}

/// `heading_engine_destroy`.
@_cdecl("heading_engine_destroy")
public func destroyEngine(_ engine: OpaquePointer?) -> Int32 {
  unsafe Handle.destroy(engine, .engine, EngineState.self).rawValue
}

/// Runs a function on a caller's engine; the error if it is none.
@inline(__always)
private func withEngine(
  _ handle: OpaquePointer?, _ body: (inout EngineState) -> Outcome
) -> Int32 {
  guard let handle = unsafe handle else { return Outcome.null.rawValue }
  guard let state = unsafe Handle.state(of: handle, .engine, EngineState.self) else {
    return Outcome.handle.rawValue
  }
  return unsafe body(&state.pointee).rawValue
}

/// `heading_engine_gyroscope`.
@_cdecl("heading_engine_gyroscope")
public func addEngineRate(
  _ engine: OpaquePointer?, _ time: Int64, _ rate: UnsafePointer<Double>?
) -> Int32 {
  unsafe withEngine(engine) { state in
    guard let rate = unsafe rate else { return .null }
    return unsafe state.process(.angularRate(VectorSample(at: time, rate)))
  }
}

/// `heading_engine_accelerometer`.
@_cdecl("heading_engine_accelerometer")
public func addEngineForce(
  _ engine: OpaquePointer?, _ time: Int64, _ force: UnsafePointer<Double>?
) -> Int32 {
  unsafe withEngine(engine) { state in
    guard let force = unsafe force else { return .null }
    return unsafe state.process(.acceleration(VectorSample(at: time, force)))
  }
}

/// `heading_engine_magnetometer`.
@_cdecl("heading_engine_magnetometer")
public func addEngineField(
  _ engine: OpaquePointer?, _ time: Int64, _ field: UnsafePointer<Double>?
) -> Int32 {
  unsafe withEngine(engine) { state in
    guard let field = unsafe field else { return .null }
    return unsafe state.process(.magneticField(VectorSample(at: time, field)))
  }
}

/// `heading_engine_pressure`.
@_cdecl("heading_engine_pressure")
public func addEnginePressure(
  _ engine: OpaquePointer?, _ time: Int64, _ pressure: Double
) -> Int32 {
  unsafe withEngine(engine) { state in
    state.process(
      .pressure(ScalarSample(time: BootTime(nanoseconds: time), value: pressure)))
  }
}

/// `heading_engine_tick`.
@_cdecl("heading_engine_tick")
public func tickEngine(_ engine: OpaquePointer?, _ time: Int64) -> Int32 {
  unsafe withEngine(engine) { state in state.process(.tick(BootTime(nanoseconds: time))) }
}

/// `heading_engine_clock`.
@_cdecl("heading_engine_clock")
public func setEngineClock(
  _ engine: OpaquePointer?, _ time: Int64, _ unixTime: Double, _ trust: Int32
) -> Int32 {
  unsafe withEngine(engine) { state in
    // Up to the year 9999.
    guard unixTime >= 0, unixTime < 253_402_300_800 else { return .value }
    let trusts: [ClockRelation.Trust] = [.none, .synchronized, .gnss, .given]
    guard trust >= 0, trust < trusts.count else { return .value }
    return state.process(
      .clock(
        ClockRelation(
          bootTime: BootTime(nanoseconds: time),
          universalTime: UniversalTime(secondsSince1970: unixTime), trust: trusts[Int(trust)])))
  }
}

/// `heading_engine_configure`.
@_cdecl("heading_engine_configure")
public func configureEngine(
  _ engine: OpaquePointer?, _ time: Int64, _ settings: UnsafePointer<heading_settings>?
) -> Int32 {
  unsafe withEngine(engine) { state in
    guard let settings = unsafe settings else { return .null }
    guard let given = unsafe SizedStruct.read(settings, standard: .standard) else { return .size }
    guard let valid = given.swift else { return .value }
    return state.process(.settings(BootTime(nanoseconds: time), valid))
  }
}

/// `heading_engine_calibrate`.
@_cdecl("heading_engine_calibrate")
public func calibrateEngine(
  _ engine: OpaquePointer?, _ time: Int64, _ calibration: UnsafePointer<heading_calibration>?
) -> Int32 {
  unsafe withEngine(engine) { state in
    guard let calibration = unsafe calibration else {
      return state.process(.calibration(BootTime(nanoseconds: time), nil))
    }
    guard let given = unsafe SizedStruct.read(calibration, standard: heading_calibration())
    else { return .size }
    guard let valid = given.parameters else { return .value }
    return state.process(.calibration(BootTime(nanoseconds: time), valid))
  }
}

/// `heading_engine_fix`.
@_cdecl("heading_engine_fix")
public func addEngineFix(_ engine: OpaquePointer?, _ fix: UnsafePointer<heading_fix>?) -> Int32 {
  unsafe withEngine(engine) { state in
    guard let fix = unsafe fix else { return .null }
    guard let given = unsafe SizedStruct.read(fix, standard: .none) else { return .size }
    guard let valid = given.swift else { return .value }
    return state.process(.fix(valid))
  }
}

/// `heading_engine_read`.
@_cdecl("heading_engine_read")
public func readSolution(
  _ engine: OpaquePointer?, _ solution: UnsafeMutablePointer<heading_solution>?
) -> Int32 {
  unsafe withEngine(engine) { state in
    guard unsafe solution != nil else { return .null }
    guard let newest = state.solution else { return .missing }
    return unsafe SizedStruct.write(heading_solution(newest), to: solution)
  }
}

/// `heading_engine_missing`.
@_cdecl("heading_engine_missing")
public func readMissing(
  _ engine: OpaquePointer?, _ value: Int32, _ reasons: UnsafeMutablePointer<UInt64>?
) -> Int32 {
  unsafe withEngine(engine) { state in
    guard let reasons = unsafe reasons else { return .null }
    guard let solution = state.solution else { return .missing }
    guard let found = solution.missing(value) else { return .value }
    unsafe reasons.pointee = found.rawValue
    return .ok
  }
}

public import CHeading
import HeadingEstimation
import HeadingGeometry
import HeadingSensing

/// `heading_estimator_create`.
@_cdecl("heading_estimator_create")
public func createEstimator(
  _ parameters: UnsafePointer<heading_parameters>?,
  _ estimator: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  guard let estimator = unsafe estimator else { return Outcome.null.rawValue }
  unsafe estimator.pointee = nil
  return unsafe OrientationParameters.given(parameters) { parameters in
    unsafe estimator.pointee = Handle.make(
      .estimator, owning: OrientationEstimator(parameters: parameters))
    return .ok
  }.rawValue
}

extension OrientationParameters {
  /// Runs a function with a caller's parameters, or with those of a calibrated magnetometer for null.
  static func given(
    _ parameters: UnsafePointer<heading_parameters>?, _ body: (OrientationParameters) -> Outcome
  ) -> Outcome {
    let standard = OrientationParameters()
    guard let parameters = unsafe parameters else { return body(standard) }
    guard
      let given = unsafe SizedStruct.read(parameters, standard: heading_parameters(standard))
    else { return .size }
    guard let valid = given.swift else { return .value }
    return body(valid)
  }
}

/// `heading_estimator_destroy`.
@_cdecl("heading_estimator_destroy")
public func destroyEstimator(_ estimator: OpaquePointer?) -> Int32 {
  unsafe Handle.destroy(estimator, .estimator, OrientationEstimator.self).rawValue
}

/// Runs a function on a caller's estimator; the error if it is none.
@inline(__always)
func withEstimator(
  _ handle: OpaquePointer?, _ body: (inout OrientationEstimator) -> Outcome
) -> Int32 {
  guard let handle = unsafe handle else { return Outcome.null.rawValue }
  guard let state = unsafe Handle.state(of: handle, .estimator, OrientationEstimator.self) else {
    return Outcome.handle.rawValue
  }
  return unsafe body(&state.pointee).rawValue
}

extension Outcome {
  /// What became of a sample.
  init(_ validity: SampleValidity) {
    switch validity {
    case .refused: self = .refused
    case .excluded: self = .excluded
    case .used: self = .ok
    }
  }
}

/// `heading_estimator_gyroscope`.
@_cdecl("heading_estimator_gyroscope")
public func addRate(
  _ estimator: OpaquePointer?, _ time: Int64, _ rate: UnsafePointer<Double>?
) -> Int32 {
  unsafe withEstimator(estimator) { state in
    guard let rate = unsafe rate else { return .null }
    return unsafe Outcome(state.update(angularRate: VectorSample(at: time, rate)))
  }
}

/// `heading_estimator_accelerometer`.
@_cdecl("heading_estimator_accelerometer")
public func addForce(
  _ estimator: OpaquePointer?, _ time: Int64, _ force: UnsafePointer<Double>?
) -> Int32 {
  unsafe withEstimator(estimator) { state in
    guard let force = unsafe force else { return .null }
    return unsafe Outcome(state.update(acceleration: VectorSample(at: time, force)))
  }
}

/// `heading_estimator_magnetometer`.
@_cdecl("heading_estimator_magnetometer")
public func addField(
  _ estimator: OpaquePointer?, _ time: Int64, _ field: UnsafePointer<Double>?
) -> Int32 {
  unsafe withEstimator(estimator) { state in
    guard let field = unsafe field else { return .null }
    return unsafe Outcome(state.update(magneticField: VectorSample(at: time, field)))
  }
}

/// `heading_estimator_advance`.
@_cdecl("heading_estimator_advance")
public func advanceEstimator(_ estimator: OpaquePointer?, _ time: Int64) -> Int32 {
  unsafe withEstimator(estimator) { state in
    state.advance(to: BootTime(nanoseconds: time))
    return .ok
  }
}

/// `heading_estimator_temperature`.
@_cdecl("heading_estimator_temperature")
public func addTemperature(_ estimator: OpaquePointer?, _ temperature: Double) -> Int32 {
  unsafe withEstimator(estimator) { state in
    // No chip works at another temperature.
    guard temperature > 100, temperature < 1000 else { return .value }
    state.update(temperature: temperature)
    return .ok
  }
}

/// `heading_estimator_velocity`.
@_cdecl("heading_estimator_velocity")
public func addVelocity(
  _ estimator: OpaquePointer?, _ time: Int64, _ velocity: UnsafePointer<Double>?
) -> Int32 {
  unsafe withEstimator(estimator) { state in
    guard let velocity = unsafe velocity else { return .null }
    let value = unsafe Vector3(velocity)
    // Faster than any vehicle with a compass.
    guard value.isFinite, value.length < 10_000 else { return .value }
    state.update(velocity: value, at: BootTime(nanoseconds: time))
    return .ok
  }
}

/// `heading_estimator_reference`.
@_cdecl("heading_estimator_reference")
public func setReference(
  _ estimator: OpaquePointer?, _ strength: Double, _ inclination: Double
) -> Int32 {
  unsafe withEstimator(estimator) { state in
    if strength.isNaN, inclination.isNaN {
      state.setReferenceField(strength: nil, inclination: nil)
      return .ok
    }
    guard strength > 0, strength < 1e-3, abs(inclination) <= 90 else { return .value }
    state.setReferenceField(strength: strength, inclination: Angle(degrees: inclination))
    return .ok
  }
}

extension VectorSample {
  /// A sample of three numbers of a caller.
  init(at time: Int64, _ numbers: UnsafePointer<Double>) {
    unsafe self.init(time: BootTime(nanoseconds: time), value: Vector3(numbers))
  }
}

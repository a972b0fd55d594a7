import FoundationEssentials
import HeadingGeometry
import HeadingSensing

extension ProfileDocument {
  /// The validated profile.
  func profile(path: String) throws(ProfileError) -> CalibrationProfile {
    let microtesla = PhysicalConstants.microtesla
    var parameters = CalibrationParameters()
    parameters.hardIron = try vector(hardIron, "hard_iron", path) * microtesla
    parameters.softIron = try matrix(softIron, "soft_iron", path)
    if let accelerometer {
      parameters.accelerometerBias = try vector(accelerometer.bias, "accelerometer.bias", path)
      parameters.accelerometerScale = try matrix(accelerometer.scale, "accelerometer.scale", path)
    }
    if let gyroscopeBias {
      parameters.gyroscopeBias = try vector(gyroscopeBias, "gyroscope_bias", path)
    }
    parameters.load = try effect(path)
    parameters.deviation = try coefficients(path)
    try checkPlausible(parameters, path)
    if let error = predictedHeadingError {
      func angle(_ value: Double?, _ field: String) throws(ProfileError) -> Angle? {
        try number(value, "predicted_heading_error.\(field)", 0...180, "°", path)
          .map { Angle(degrees: $0) }
      }
      parameters.headingError = try angle(error.level, "level")
      parameters.headingErrorTilt20 = try angle(error.tilt20, "tilt20")
      parameters.headingErrorTilt45 = try angle(error.tilt45, "tilt45")
    }
    var profile = CalibrationProfile(parameters: parameters)
    profile.sensor = sensor.map {
      SensorIdentity(
        name: $0.name, label: $0.label, busAddress: $0.busAddress, serial: $0.serial)
    }
    profile.isSimulated = simulated ?? false
    profile.created = try time(created, "created", path)
    try fillOrigin(of: &profile, path)
    for (kind, rows, field) in [
      (SensorKind.magnetometer, mountMatrix, "mount_matrix"),
      (.accelerometer, accelerometer?.mountMatrix, "accelerometer.mount_matrix"),
      (.gyroscope, gyroscopeMountMatrix, "gyroscope_mount_matrix"),
    ] {
      guard let rows else { continue }
      let matrix = try matrix(rows, field, path)
      do throws(MountMatrixError) {
        profile.mounts[kind] = try MountMatrix(matrix)
      } catch {
        throw .malformed(path: path, field: field, reason: error.description)
      }
    }
    profile.model = model
    profile.modelEpoch = try number(modelEpoch, "model_epoch", 1590...2100, " (a year)", path)
    profile.coverage = try number(coverage, "coverage", 0...1, "", path)
    profile.rung = rung
    profile.samplesUsed = samplesUsed
    for (index, past) in (history ?? []).enumerated() {
      let field = "history.\(index)"
      let error = try number(
        past.predictedHeadingError, field + ".predicted_heading_error", 0...180, "°", path)
      profile.history.append(
        PastCalibration(
          checksum: past.checksum, created: try time(past.created, field + ".created", path),
          headingError: error.map { Angle(degrees: $0) }))
    }
    return profile
  }

  /// Validates place, temperatures and field.
  private func fillOrigin(of profile: inout CalibrationProfile, _ path: String) throws(ProfileError)
  {
    if let place {
      guard let coordinate = Coordinate(latitude: place.latitude, longitude: place.longitude),
        abs(place.longitude) <= 360
      else { throw .malformed(path: path, field: "place", reason: "is not on the Earth") }
      profile.place = coordinate
    }
    if let temperature {
      // The military temperature range with a margin.
      let range = -80.0...200.0
      guard temperature.minimum <= temperature.maximum, range.contains(temperature.minimum),
        range.contains(temperature.maximum)
      else {
        throw .implausible(
          path: path, field: "temperature", reason: "is not from a minimum to a maximum in °C")
      }
      let zero = PhysicalConstants.zeroCelsius
      profile.temperatures = temperature.minimum + zero...temperature.maximum + zero
      profile.parameters.temperature = try effect(of: temperature, path)
    }
    let microtesla = PhysicalConstants.microtesla
    let earth = PhysicalConstants.earthField
    profile.fieldStrength = try number(
      fieldStrength, "field_strength",
      (earth.lowerBound / microtesla).rounded()...(earth.upperBound / microtesla).rounded(), " µT",
      path
    ).map { $0 * microtesla }
    profile.inclination = try number(inclination, "inclination", -90...90, "°", path)
      .map { Angle(degrees: $0) }
  }

  /// Validates the temperature effect.
  private func effect(
    of temperature: Temperature, _ path: String
  ) throws(ProfileError) -> TemperatureEffect? {
    guard temperature.field != nil || temperature.reference != nil else { return nil }
    guard let field = temperature.field, let reference = temperature.reference else {
      throw .malformed(
        path: path, field: "temperature", reason: "has only one of field and reference")
    }
    let slope = try vector(field, "temperature.field", path)
    // The largest data sheet value is about 1 µT/K.
    guard slope.length < 10 else {
      throw .implausible(
        path: path, field: "temperature.field", reason: "is beyond 10 µT for each kelvin")
    }
    _ = try number(reference, "temperature.reference", -80...200, " °C", path)
    return TemperatureEffect(
      field: slope * PhysicalConstants.microtesla,
      reference: reference + PhysicalConstants.zeroCelsius)
  }

  /// Validates the load effect.
  private func effect(_ path: String) throws(ProfileError) -> LoadEffect? {
    guard let load else { return nil }
    let field = try vector(load.field, "load.field", path) * PhysicalConstants.microtesla
    let delay = try number(load.delay, "load.delay", 0...10, " s", path) ?? 0
    guard load.minimum.isFinite, load.maximum.isFinite, load.minimum <= load.maximum else {
      throw .implausible(path: path, field: "load", reason: "is not from a minimum to a maximum")
    }
    let effect = LoadEffect(field: field, delay: delay, range: load.minimum...load.maximum)
    guard effect.swing < 0.005 else {
      throw .implausible(path: path, field: "load", reason: "moves the field by more than 5000 µT")
    }
    return effect
  }

  /// Validates the corrected deviation.
  private func coefficients(_ path: String) throws(ProfileError) -> DeviationCoefficients? {
    guard let deviation else { return nil }
    func angle(_ value: Double, _ name: String) throws(ProfileError) -> Angle {
      Angle(degrees: try number(value, "deviation.\(name)", -90...90, "°", path) ?? 0)
    }
    return DeviationCoefficients(
      a: try angle(deviation.a, "a"), b: try angle(deviation.b, "b"),
      c: try angle(deviation.c, "c"), d: try angle(deviation.d, "d"),
      e: try angle(deviation.e, "e"))
  }

  private func checkPlausible(
    _ parameters: CalibrationParameters, _ path: String
  ) throws(ProfileError) {
    // No magnetometer's range exceeds 5 mT, and no soft iron changes the field by more than half.
    guard parameters.hardIron.length < 0.005 else {
      throw .implausible(path: path, field: "hard_iron", reason: "is beyond 5000 µT")
    }
    for (field, scale) in [
      ("soft_iron", parameters.softIron), ("accelerometer.scale", parameters.accelerometerScale),
    ] where !(scale.determinant > 0.05 && scale.determinant < 20) {
      throw .implausible(
        path: path, field: field, reason: "has the determinant \(scale.determinant), not about 1")
    }
  }

  private func number(
    _ value: Double?, _ field: String, _ range: ClosedRange<Double>, _ unit: String, _ path: String
  ) throws(ProfileError) -> Double? {
    guard let value else { return nil }
    guard range.contains(value) else {
      throw .implausible(
        path: path, field: field,
        reason: "is \(value), not within \(range.lowerBound)…\(range.upperBound)\(unit)")
    }
    return value
  }

  private func time(
    _ text: String?, _ field: String, _ path: String
  ) throws(ProfileError) -> UniversalTime? {
    guard let text else { return nil }
    guard let date = try? Date(text, strategy: .iso8601) else {
      throw .malformed(path: path, field: field, reason: "is not an RFC 3339 time")
    }
    return UniversalTime(secondsSince1970: date.timeIntervalSince1970)
  }

  private func vector(
    _ elements: [Double], _ field: String, _ path: String
  ) throws(ProfileError) -> Vector3 {
    guard elements.count == 3, elements.allSatisfy(\.isFinite) else {
      throw .malformed(path: path, field: field, reason: "is not three finite numbers")
    }
    return Vector3(elements[0], elements[1], elements[2])
  }

  private func matrix(
    _ rows: [[Double]], _ field: String, _ path: String
  ) throws(ProfileError) -> Matrix3 {
    guard rows.count == 3 else {
      throw .malformed(path: path, field: field, reason: "is not three rows")
    }
    return Matrix3(
      rows: try vector(rows[0], field, path), try vector(rows[1], field, path),
      try vector(rows[2], field, path))
  }
}

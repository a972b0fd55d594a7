import FoundationEssentials
import HeadingGeometry
import HeadingSensing
import HeadingSystem

extension ProfileDocument {
  /// The document of a profile.
  init(_ profile: CalibrationProfile) {
    let microtesla = PhysicalConstants.microtesla
    let parameters = profile.parameters
    version = CalibrationProfile.currentVersion
    checksum = ProfileChecksum.placeholder
    sensor = profile.sensor.map {
      Sensor(name: $0.name, label: $0.label, busAddress: $0.busAddress, serial: $0.serial)
    }
    simulated = profile.isSimulated ? true : nil
    created = profile.created.map(Self.text)
    place = profile.place.map { Place(latitude: $0.latitude, longitude: $0.longitude) }
    temperature = profile.temperatures.map {
      let zero = PhysicalConstants.zeroCelsius
      return Temperature(
        minimum: Self.short($0.lowerBound - zero), maximum: Self.short($0.upperBound - zero),
        field: parameters.temperature.map { Self.elements($0.field / microtesla) },
        reference: parameters.temperature.map { Self.short($0.reference - zero) })
    }
    mountMatrix = profile.mount.map { Self.rows($0.matrix) }
    model = profile.model
    modelEpoch = profile.modelEpoch
    fieldStrength = profile.fieldStrength.map { Self.short($0 / microtesla) }
    inclination = profile.inclination.map { Self.short($0.degrees) }
    hardIron = Self.elements(parameters.hardIron / microtesla)
    softIron = Self.rows(parameters.softIron)
    load = parameters.load.map {
      Load(
        field: Self.elements($0.field / microtesla), delay: Self.short($0.delay),
        minimum: $0.range.lowerBound, maximum: $0.range.upperBound)
    }
    deviation = parameters.deviation.map {
      Deviation(
        a: Self.short($0.a.degrees), b: Self.short($0.b.degrees), c: Self.short($0.c.degrees),
        d: Self.short($0.d.degrees), e: Self.short($0.e.degrees))
    }
    predictedHeadingError = parameters.headingError.map {
      PredictedError(
        level: Self.short($0.degrees),
        tilt20: parameters.headingErrorTilt20.map { Self.short($0.degrees) },
        tilt45: parameters.headingErrorTilt45.map { Self.short($0.degrees) })
    }
    if parameters.accelerometerBias != .zero || parameters.accelerometerScale != .identity {
      accelerometer = Accelerometer(
        bias: Self.elements(parameters.accelerometerBias),
        scale: Self.rows(parameters.accelerometerScale),
        mountMatrix: profile.mounts[.accelerometer].map { Self.rows($0.matrix) })
    }
    if parameters.gyroscopeBias != .zero {
      gyroscopeBias = Self.elements(parameters.gyroscopeBias)
      gyroscopeMountMatrix = profile.mounts[.gyroscope].map { Self.rows($0.matrix) }
    }
    coverage = profile.coverage
    rung = profile.rung
    samplesUsed = profile.samplesUsed
    if !profile.history.isEmpty {
      history = profile.history.prefix(CalibrationProfile.keptHistory).map {
        Past(
          checksum: $0.checksum, created: $0.created.map(Self.text),
          predictedHeadingError: $0.headingError.map { Self.short($0.degrees) })
      }
    }
  }

  /// The file's content with checksum: one key per line, vectors and matrix rows on one line.
  func content() throws -> Data {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(self), as: UTF8.self)
    return ProfileChecksum.sealed(Data((Self.compact(text) + "\n").utf8))
  }

  /// Puts arrays of numbers on one line.
  private static func compact(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "[") {
      let inside = rest.index(after: open)
      let end = rest[inside...].firstIndex { "[]{}\"".contains($0) }
      guard let end, rest[end] == "]" else {
        result += rest[..<inside]
        rest = rest[inside...]
        continue
      }
      let numbers = rest[inside..<end].split { $0 == "," || $0.isWhitespace }
      result += rest[..<inside] + numbers.joined(separator: ", ") + "]"
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func text(_ time: UniversalTime) -> String {
    Date(timeIntervalSince1970: time.secondsSince1970).formatted(.iso8601)
  }

  /// A number rounded to 15 digits, which removes errors of unit conversion.
  private static func short(_ value: Double) -> Double {
    Double(PrintfText.text("%.15g", value)) ?? value
  }

  private static func elements(_ vector: Vector3) -> [Double] {
    [short(vector.x), short(vector.y), short(vector.z)]
  }

  private static func rows(_ matrix: Matrix3) -> [[Double]] {
    let rows = matrix.rows
    return [rows.x, rows.y, rows.z].map { [$0.x, $0.y, $0.z] }
  }
}

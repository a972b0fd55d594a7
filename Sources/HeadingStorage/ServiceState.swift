public import FoundationEssentials
import Glibc
import HeadingGeometry
public import HeadingSensing
import HeadingSystem

/// State of a service that is saved at its end and restored at the next start.
///
/// The file is JSON in SI units and is replaced atomically.
public struct ServiceState: Sendable, Hashable {
  /// The engine's state.
  public var engine: RestoredState

  /// Creates a state to save.
  public init(engine: RestoredState) { self.engine = engine }

  private struct Document: Codable {
    var version: Int
    var gyroscopeBias: [Double]?
    var gyroscopeBiasAccuracy: Double?
    var gyroscopeTemperature: Double?
    var gyroscopeBiasSlope: [Double]?
    var headingDeviation: Double?
    var fieldStrength: Double?
    var inclination: Double?
    var attitude: [Double]?
    var magneticField: [Double]?
  }

  private static let version = 1

  // A state has a few hundred bytes.
  private static let largestFile = 65_536

  /// Reads a file.
  ///
  /// - Returns: The state; `nil` if there is no such file.
  /// - Throws: ``StateError``; an incomplete file is refused as a whole.
  public static func read(_ url: URL) throws(StateError) -> ServiceState? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    let document: Document
    do {
      let data = try OpenFile(url.path, O_RDONLY).content(atMost: largestFile)
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      document = try decoder.decode(Document.self, from: data)
    } catch {
      throw StateError.unusable(path: url.path, reason: "it is incomplete or has another format")
    }
    guard document.version == version else {
      throw .unusable(path: url.path, reason: "its version is \(document.version)")
    }
    var state = RestoredState()
    state.gyroscopeBias = vector(document.gyroscopeBias)
    state.gyroscopeBiasAccuracy = document.gyroscopeBiasAccuracy
    state.gyroscopeTemperature = document.gyroscopeTemperature
    state.gyroscopeBiasSlope = vector(document.gyroscopeBiasSlope)
    state.headingDeviation = document.headingDeviation.map { Angle(radians: $0) }
    state.fieldStrength = document.fieldStrength
    state.inclination = document.inclination.map { Angle(radians: $0) }
    state.magneticField = vector(document.magneticField)
    if let parts = document.attitude, parts.count == 4, parts.allSatisfy(\.isFinite) {
      state.attitude =
        Quaternion(w: parts[0], x: parts[1], y: parts[2], z: parts[3]).normalized
    }
    return ServiceState(engine: state)
  }

  /// Writes a file atomically.
  ///
  /// - Throws: ``StateError``; the file is then unchanged.
  public func write(to url: URL) throws(StateError) {
    var document = Document(version: Self.version)
    document.gyroscopeBias = engine.gyroscopeBias.map(Self.elements)
    document.gyroscopeBiasAccuracy = engine.gyroscopeBiasAccuracy
    document.gyroscopeTemperature = engine.gyroscopeTemperature
    document.gyroscopeBiasSlope = engine.gyroscopeBiasSlope.map(Self.elements)
    document.headingDeviation = engine.headingDeviation?.radians
    document.fieldStrength = engine.fieldStrength
    document.inclination = engine.inclination?.radians
    document.attitude = engine.attitude.map {
      [$0.w, $0.vector.x, $0.vector.y, $0.vector.z]
    }
    document.magneticField = engine.magneticField.map(Self.elements)
    do {
      let encoder = JSONEncoder()
      encoder.keyEncodingStrategy = .convertToSnakeCase
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try AtomicFile.write(try encoder.encode(document), to: url, isPrivate: true)
    } catch {
      throw .unwritable(path: url.path, reason: FileReason.text(error))
    }
  }

  private static func vector(_ elements: [Double]?) -> Vector3? {
    guard let elements, elements.count == 3, elements.allSatisfy(\.isFinite) else { return nil }
    return Vector3(elements[0], elements[1], elements[2])
  }

  private static func elements(_ vector: Vector3) -> [Double] { [vector.x, vector.y, vector.z] }
}

public import HeadingGeometry

/// The mount matrices that a user gives in place of the drivers': one for all sensors, or one for
/// each.
public struct MountChoice: Sendable, Hashable {
  /// The matrix of the sensors without one of their own; `nil` leaves them the drivers'.
  public var common: MountMatrix?

  /// The matrices of single sensors: magnetometer, accelerometer and gyroscope.
  public var own: [SensorKind: MountMatrix] = [:]

  /// The sensors that have a mount matrix.
  public static let kinds: [SensorKind] = [.magnetometer, .accelerometer, .gyroscope]

  /// Reads `x=forward,y=left` or `0,1,0; -1,0,0; 0,0,1` for all sensors, with the sensor's name and
  /// `=` or `:` before the matrix of one: `magnetometer=x=backward,y=left,z=up gyroscope=x=left,y=up`.
  ///
  /// Only a sensor's own matrix may be mirrored: a die can be, a board cannot.
  ///
  /// - Parameter text: The text.
  /// - Throws: ``MountChoiceError`` with the sensor whose matrix is wrong.
  public init(_ text: some StringProtocol) throws(MountChoiceError) {
    var rest = Substring(text.lowercased())
    var kind: SensorKind?
    var entry = ""
    var isFirst = true
    while let character = rest.first {
      if !(entry.last?.isLetter ?? false), let (next, after) = Self.sensor(atStartOf: rest) {
        // Nothing before the first name: there is no common matrix.
        if !(isFirst && Self.trimmed(entry).isEmpty) { try set(Self.trimmed(entry), kind) }
        (kind, rest, entry, isFirst) = (next, after, "", false)
      } else {
        entry.append(character)
        rest = rest.dropFirst()
      }
    }
    try set(Self.trimmed(entry), kind)
  }

  /// The chosen matrix of a sensor; `nil` leaves the driver's.
  public func mount(of kind: SensorKind) -> MountMatrix? {
    Self.kinds.contains(kind) ? own[kind] ?? common : nil
  }

  private mutating func set(_ text: String, _ kind: SensorKind?) throws(MountChoiceError) {
    guard kind.map({ own[$0] == nil }) ?? true else { throw .repeated(kind ?? .magnetometer) }
    let mount: MountMatrix
    do throws(MountMatrixError) {
      mount = try MountMatrix(text: text)
    } catch {
      throw .matrix(error, of: kind)
    }
    guard let kind else {
      guard !mount.isMirrored else { throw .mirroredBoard }
      common = mount
      return
    }
    own[kind] = mount
  }

  /// The sensor whose name begins the text, and the text after its `=`.
  private static func sensor(atStartOf text: Substring) -> (SensorKind, Substring)? {
    for kind in kinds where text.hasPrefix(kind.name) {
      let after = text.dropFirst(kind.name.count).drop { $0.isWhitespace }
      guard after.first == "=" || after.first == ":" else { return nil }
      return (kind, after.dropFirst())
    }
    return nil
  }

  /// The text without the separators at its ends.
  private static func trimmed(_ text: String) -> String {
    func isSeparator(_ character: Character) -> Bool {
      character.isWhitespace || character == "," || character == ";"
    }
    var text = Substring(text).drop(while: isSeparator)
    while let last = text.last, isSeparator(last) { text.removeLast() }
    return String(text)
  }
}

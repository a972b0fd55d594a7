import HeadingCalibration
import HeadingGeometry
import HeadingSensing
import HeadingSystem
import HeadingTerminal

/// The mount matrices that `compass calibrate mount` found, for `--mount`, for people and as JSON.
struct MountReport {
  /// From the accelerometer's present body frame to the vehicle's.
  let vehicle: Matrix3

  /// The mount matrices in force while the samples were taken.
  let mounts: [SensorKind: MountMatrix]

  /// The axes of gyroscope and magnetometer; `nil` if they were not looked for.
  let axes: FreeMotionAlignment.Finding?

  private func result(of kind: SensorKind) -> Result<AxisAlignment, AlignmentRefusal>? {
    switch kind {
    case .magnetometer: axes?.magnetometer
    case .gyroscope: axes?.gyroscope
    default: nil
    }
  }

  /// The sensors whose matrices are reported: the accelerometer, and those found beside it.
  private var kinds: [SensorKind] {
    MountChoice.kinds.filter { kind in
      switch result(of: kind) {
      case .failure(.noMagnetometer), .failure(.noGyroscope): false
      default: true
      }
    }
  }

  /// The matrix of a sensor: chip to present frame, to the accelerometer's frame, to the vehicle.
  ///
  /// Axes that were not determined keep their present relation to the accelerometer's. If those are
  /// left-handed, up and forward, which the poses gave, are right, and right is left.
  private func matrix(of kind: SensorKind) -> Matrix3 {
    let present = (mounts[kind] ?? .identity).matrix
    let handed =
      axes?.isMirrored == true ? Matrix3(diagonal: Vector3(-1, 1, 1)) * vehicle : vehicle
    guard case .success(let alignment) = result(of: kind) else { return handed * present }
    return handed * alignment.matrix * present
  }

  /// The value of `--mount`.
  var option: String {
    let texts = kinds.map { ($0.name, Self.text(matrix(of: $0))) }
    if let first = texts.first, texts.allSatisfy({ $0.1 == first.1 }),
      matrix(of: .accelerometer).determinant > 0
    {
      return first.1
    }
    return texts.map { "\($0)=\($1)" }.joined(separator: " ")
  }

  /// What was found about each sensor's axes, a sentence each.
  var sentences: [String] {
    guard let axes else { return [] }
    let accelerometer =
      "WRONG AXES: those of accelerometer and gyroscope are left-handed, mirrored dies; the matrices "
      + "above correct them"
    return (axes.isMirrored ? [accelerometer] : [])
      + [SensorKind.gyroscope, .magnetometer].map { sentence(of: $0) }
  }

  private func sentence(of kind: SensorKind) -> String {
    switch result(of: kind) {
    case .failure(let refusal): return "the \(kind.name)'s axes were not determined: \(refusal)"
    case .success(let alignment):
      let deviation = PrintfText.text("1 sigma %.1f°", alignment.deviation.degrees)
      if alignment.assignment == .identity {
        return "the \(kind.name)'s axes are those of the accelerometer (\(deviation))"
      }
      let found =
        alignment.assignment.map { "should be \($0)" }
        ?? PrintfText.text("are %.1f° beside right angles", alignment.skew.degrees)
      return "WRONG AXES: the \(kind.name)'s, against the accelerometer's, \(found) (\(deviation))"
        + (matrix(of: kind).determinant < 0 ? "; it is left-handed, a mirrored die" : "")
        + "; the matrix above corrects them"
    case nil: return ""
    }
  }

  /// The JSON object.
  func object(isSimulated: Bool) -> [String: Any?] {
    var sensors: [String: Any?] = [:]
    for kind in kinds {
      var entry: [String: Any?] = [
        "mount_matrix": Self.rows(matrix(of: kind)),
        "mirrored": matrix(of: kind).determinant < 0,
      ]
      switch result(of: kind) {
      case .success(let alignment):
        entry["deviation"] = alignment.deviation.degrees
        entry.updateValue(alignment.assignment?.description, forKey: "axes")
      case .failure(let refusal): entry["refused"] = "\(refusal)"
      case nil: break
      }
      sensors[kind.name] = entry
    }
    let found = try? axes?.magnetometer.get()
    return [
      "mount_matrix": Self.rows(matrix(of: .accelerometer)), "mount": option,
      "simulated": isSimulated, "sensors": sensors,
      "axes": found?.assignment?.description,
      "mirrored": found.map { _ in matrix(of: .magnetometer).determinant < 0 },
    ]
  }

  private static func rows(_ matrix: Matrix3) -> [[Double]] {
    [matrix.rows.x, matrix.rows.y, matrix.rows.z].map { [$0.x, $0.y, $0.z] }
  }

  private static func text(_ matrix: Matrix3) -> String {
    rows(matrix).map { row in row.map { PrintfText.text("%.5f", $0) }.joined(separator: ", ") }
      .joined(separator: "; ")
  }
}

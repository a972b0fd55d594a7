public import HeadingGeometry
public import HeadingSensing

/// The mount matrix of a sensor: chosen by the user, else the driver's; or why it is refused.
public struct SensorMount: Sendable, Hashable {
  /// The sensor.
  public let kind: SensorKind

  /// The kernel's text of the driver's matrix; `nil` if the user chose another, or there is none.
  public let text: String?

  /// The matrix in force; `nil` if it was refused: the sensor is then not used.
  public let matrix: MountMatrix?

  /// Why it was refused; `nil` if it was not.
  public let problem: String?

  /// The matrix with which a sensor is read whose own was refused, to find that: the identity, or
  /// for a left-handed die the reversal of its x.
  public let provisional: MountMatrix

  /// The matrix of a sensor on a device whose attributes have been read.
  ///
  /// - Parameters:
  ///   - kind: The sensor.
  ///   - device: The device.
  ///   - chosen: The user's matrix; `nil` for the driver's. A driver that reports none has the identity.
  init(of kind: SensorKind, on device: IIODeviceInfo, chosen: MountMatrix?) {
    self.kind = kind
    let isLeftHanded = LeftHandedDie.names.contains(device.name ?? "")
    provisional = isLeftHanded ? LeftHandedDie.reversal : .identity
    let attribute = chosen == nil ? Self.attribute(of: kind, on: device) : nil
    text = attribute?.text
    if attribute != nil, text == nil {
      matrix = nil
      problem = "it cannot be read"
      return
    }
    do throws(MountMatrixError) {
      var stated = chosen ?? .identity
      if let text { stated = try MountMatrix(kernelText: text) }
      let isPossible = stated.isMirrored || !isLeftHanded
      matrix = isPossible ? stated : nil
      problem = isPossible ? nil : LeftHandedDie.problem
    } catch {
      matrix = nil
      problem = "\(error)"
    }
  }

  /// The driver's matrix of a sensor; `nil` if it reports none.
  private static func attribute(of kind: SensorKind, on device: IIODeviceInfo) -> IIOAttribute? {
    guard let traits = SensorTraits(kind), MountChoice.kinds.contains(kind) else { return nil }
    return device.mountMatrix(type: traits.type)
  }

  /// What a user must know: that it is refused, mirrored or normalised; `nil` for a plain rotation.
  ///
  /// - Parameter title: The device's title.
  /// - Returns: The notice.
  public func notice(of title: String) -> SensorNotice? {
    if let problem {
      return SensorNotice(
        .error, kind,
        "the \(kind.name) of \(title) is not used, as its mount matrix\(quoted) is refused: \(problem); "
          + remedy)
    }
    guard let matrix else { return nil }
    var parts: [String] = []
    if matrix.isMirrored {
      parts.append(
        "is mirrored (determinant -1): the die's axes are left-handed, and their signs are corrected"
          + (kind == .gyroscope ? ", a positive rate being a right-handed turn about its axis" : "")
      )
    }
    if let correction = matrix.correction {
      parts.append(
        "is rounded and is used as the nearest rotation, up to "
          + "\(RateList.text((correction.degrees * 10).rounded() / 10)) degrees from it; more "
          + "decimals avoid that error of the heading")
    }
    guard !parts.isEmpty else { return nil }
    return SensorNotice(
      matrix.correction != nil ? .warning : .info, kind,
      "the mount matrix\(quoted) of the \(kind.name) of \(title) "
        + parts.joined(separator: ", and "))
  }

  /// How to give the sensor a right matrix.
  public var remedy: String {
    "give the directions of the chip's axes with --mount \(kind.name)=x=...,y=...,z=... or "
      + "sensors.\(kind.name)_mount in the configuration (right, left, forward, backward, up, down); "
      + "`compass calibrate mount` finds them"
  }

  private var quoted: String { text.map { " '\($0)'" } ?? "" }
}

extension IIOConfiguration {
  /// The mount matrix of a sensor on a device whose attributes have been read.
  ///
  /// - Parameters:
  ///   - kind: The sensor.
  ///   - device: The device.
  /// - Returns: The user's matrix, else the driver's, else the identity; or why it is refused.
  public func mount(of kind: SensorKind, on device: IIODeviceInfo) -> SensorMount {
    SensorMount(of: kind, on: device, chosen: mounts[kind] ?? mount)
  }

  /// The mount matrices of the sensors that a device has.
  public func mounts(on device: IIODeviceInfo) -> [SensorMount] {
    MountChoice.kinds.filter { !device.channelIDs(for: $0).isEmpty }
      .map { mount(of: $0, on: device) }
  }
}

import HeadingSensing

/// Criteria for choosing a device for a kind of sensor, in descending order of weight.
struct SelectionCriteria {
  let device: IIODeviceInfo
  let channels: [String]
  let isComplete: Bool
  private let order: Int
  private let missing: [String]
  private let isBuffered: Bool
  private let isInBase: Bool
  private let company: Int
  private let resolution: Double?

  init(
    of device: IIODeviceInfo, order: Int, kind: SensorKind, channels: [String],
    companions: [IIODeviceInfo], in inventory: IIOInventory
  ) {
    self.device = device
    self.order = order
    self.channels = channels
    let wanted = SensorTraits(kind)?.channels ?? []
    isComplete = channels.count >= wanted.count
    missing = wanted.filter { !channels.contains($0) }
    isBuffered = channels.allSatisfy { device.channel($0)?.scanIndex != nil }
    isInBase = device.label.map { $0.contains("base") } ?? false
    resolution = device.resolution(for: kind)
    company = Self.company(of: device, kind: kind, companions: companions, in: inventory)
  }

  /// Relation to the other motion sensors: 2, same device; 1, same chip by name; 0, neither.
  private static func company(
    of device: IIODeviceInfo, kind: SensorKind, companions: [IIODeviceInfo],
    in inventory: IIOInventory
  ) -> Int {
    var others = companions
    if others.isEmpty && kind == .gyroscope {
      // The first choice has no companion yet: any accelerometer counts.
      others = inventory.devices.filter { !$0.channelIDs(for: .accelerometer).isEmpty }
    }
    if others.contains(where: { $0.id == device.id }) { return 2 }
    guard let chip = chip(device) else { return 0 }
    return others.contains { Self.chip($0) == chip } ? 1 : 0
  }

  /// The chip's name without the suffix for its function: `lsm9ds1` of `lsm9ds1-imu_gyro`.
  private static func chip(_ device: IIODeviceInfo) -> Substring? {
    device.name?.prefix { $0 != "-" && $0 != "_" }
  }

  func isBetter(than other: SelectionCriteria) -> Bool {
    if let verdict = compare(with: other) { return verdict.isBetter }
    return order < other.order
  }

  func advantage(over other: SelectionCriteria) -> String {
    compare(with: other)?.why ?? "it comes first among equals"
  }

  func drawback(against best: SelectionCriteria) -> String {
    guard let why = best.compare(with: self)?.why else {
      return "\(best.device.title) comes first among equals"
    }
    return "\(best.device.title) was taken: \(why)"
  }

  var incompleteness: String { "it lacks \(missing.joined(separator: ", "))" }

  private func compare(with other: SelectionCriteria) -> (isBetter: Bool, why: String)? {
    if isComplete != other.isComplete { return (isComplete, "it has all channels") }
    if isInBase != other.isInBase { return (!isInBase, "the other sits in the base") }
    if isBuffered != other.isBuffered { return (isBuffered, "it can be read through a buffer") }
    if company != other.company {
      let better = company > other.company
      return (
        better,
        max(company, other.company) == 2
          ? "it sits on the same device as the other motion sensors"
          : "it sits on the same chip as the other motion sensors"
      )
    }
    if let resolution, let theirs = other.resolution, resolution != theirs {
      return (resolution < theirs, "it resolves finer")
    }
    return nil
  }
}

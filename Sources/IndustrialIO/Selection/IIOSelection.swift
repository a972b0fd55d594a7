public import HeadingSensing

/// The choice of a device for each kind of sensor, deterministic for a context and configuration.
public struct IIOSelection: Sendable, Hashable {
  /// A device that could serve a kind of sensor, chosen or not.
  public struct Candidate: Sendable, Hashable {
    /// The kind of sensor.
    public var kind: SensorKind

    /// The kernel's id of the device.
    public var deviceID: String

    /// Id and name for messages.
    public var title: String

    /// The channels that would be read, in axis order.
    public var channels: [String]

    /// Whether it is chosen.
    public var isChosen: Bool

    /// Why it was chosen or not, in one sentence.
    public var reason: String
  }

  /// Every candidate: by kind, the chosen one first.
  public var candidates: [Candidate]

  /// Why the configured device cannot be used, one sentence per kind.
  public var complaints: [SensorKind: String]

  /// The candidate chosen for a kind.
  public func choice(for kind: SensorKind) -> Candidate? {
    candidates.first { $0.kind == kind && $0.isChosen }
  }

  /// The devices to read, each with the kinds it is chosen for.
  public var devices: [(id: String, choices: [Candidate])] {
    var result: [(id: String, choices: [Candidate])] = []
    for candidate in candidates where candidate.isChosen {
      if let index = result.firstIndex(where: { $0.id == candidate.deviceID }) {
        result[index].choices.append(candidate)
      } else {
        result.append((candidate.deviceID, [candidate]))
      }
    }
    return result
  }

  /// Chooses one device per kind.
  ///
  /// The configured device takes precedence. Else, in this order: all axes before some, buffered before
  /// polled only, the device (then the chip, by name) that also has the gyroscope or accelerometer,
  /// finer resolution, lower device number. A motion sensor labelled as in a laptop's base comes last.
  public init(from inventory: IIOInventory, configuration: IIOConfiguration = .init()) {
    candidates = []
    complaints = [:]
    for kind in IIOConfiguration.kinds {
      guard !configuration.disabled.contains(kind) else { continue }
      choose(kind, from: inventory, requested: configuration.devices[kind])
    }
  }

  private mutating func choose(_ kind: SensorKind, from inventory: IIOInventory, requested: String?)
  {
    let companions = [SensorKind.gyroscope, .accelerometer].compactMap { other in
      choice(for: other).flatMap { inventory.device($0.deviceID) }
    }
    var merits: [SelectionCriteria] = []
    for (order, device) in inventory.devices.enumerated() {
      let channels = device.channelIDs(for: kind)
      guard !channels.isEmpty else { continue }
      merits.append(
        SelectionCriteria(
          of: device, order: order, kind: kind, channels: channels, companions: companions,
          in: inventory))
    }
    merits.sort { $0.isBetter(than: $1) }
    if let requested {
      let index = merits.firstIndex {
        $0.device.id == requested || $0.device.name == requested || $0.device.label == requested
      }
      if let index, merits[index].isComplete {
        let merit = merits.remove(at: index)
        append(kind, merit, chosen: true, "the configuration names it")
        for other in merits {
          append(kind, other, chosen: false, "the configuration names another")
        }
      } else {
        complaints[kind] =
          "the configuration names \"\(requested)\" as \(kind.name), but "
          + (inventory.device(requested) == nil
            ? "no device has this name"
            : index.map { merits[$0].incompleteness } ?? "it has no such channel")
        for merit in merits {
          append(kind, merit, chosen: false, "the configuration names another")
        }
      }
      return
    }
    guard let best = merits.first else { return }
    let usable = best.isComplete
    let why =
      merits.count == 1
      ? (usable ? "it is the only one" : best.incompleteness)
      : best.advantage(over: merits[1])
    append(kind, best, chosen: usable, why)
    for other in merits.dropFirst() {
      append(
        kind, other, chosen: false,
        other.isComplete ? other.drawback(against: best) : other.incompleteness)
    }
  }

  private mutating func append(
    _ kind: SensorKind, _ merit: SelectionCriteria, chosen: Bool, _ reason: String
  ) {
    candidates.append(
      Candidate(
        kind: kind, deviceID: merit.device.id, title: merit.device.title,
        channels: merit.channels, isChosen: chosen, reason: reason))
  }
}

import HeadingChips
import HeadingGeometry

/// Finds and polls the chips of one bus, in the thread that calls ``run(until:)``.
final class BusWorker {
  /// Time between two searches of the addresses without a chip, ns.
  private static let searchInterval: Int64 = 5_000_000_000

  /// Attempts to make a chip again before its devices are taken away.
  private static let attemptsShown = 4

  /// The number of attempts after which those are the rarest.
  private static let attemptsCounted = 16

  let port: any BusPort
  let settings: BusSettings
  let devices: ChipDevices
  private let clock: any ChipClock
  private let report: @Sendable (BridgeNotice) -> Void

  /// The bus, from the first use until the end.
  private var bus: (any OpenBus)?
  var chips: [RunningChip] = []
  /// Addresses that this search has yet to try.
  private var search: [UInt8] = []
  private var nextSearch: Int64 = 0
  private var complaints = Complaints()
  /// Chips that do not answer any more.
  private var lost: Set<ChipPlace> = []
  private var samples: [ChipSample] = []
  private var isBusGone = false

  init(
    _ port: any BusPort, settings: BusSettings, devices: ChipDevices,
    clock: any ChipClock = BridgeClock(), report: @escaping @Sendable (BridgeNotice) -> Void
  ) {
    self.port = port
    self.settings = settings
    self.devices = devices
    self.clock = clock
    self.report = report
  }

  // MARK: - The thread

  /// Works until told to end or until the bus is gone; then stops the chips.
  ///
  /// - Parameters:
  ///   - isEnded: Whether to end.
  ///   - whenSearched: Called once, when the first search is over and what it found has started, or
  ///     when the bus cannot be searched at present.
  func run(until isEnded: () -> Bool, whenSearched: () -> Void) {
    var isSearched = false
    while !isEnded() && !isBusGone {
      let now = clock.now
      if now >= nextSearch {
        search = settings.addresses(on: port.kind)
        nextSearch = now &+ Self.searchInterval
        releaseHeld()
      }
      for index in chips.indices where chips[index].due <= now { poll(index) }
      forgetLost()
      // One address between two polls, so that a search delays no sample by more than that.
      if !search.isEmpty {
        do throws(BusError) {
          try probe(search.removeFirst())
        } catch {
          search = []
          if error == .gone { isBusGone = true }
          if error == .inUse { complain(true, ChipPlace(bus: port.name), inUse) }
        }
      }
      if !isSearched, search.isEmpty, !chips.contains(where: { $0.isNew }) {
        isSearched = true
        whenSearched()
      }
      rest()
    }
    if isBusGone && !chips.isEmpty { tell(true, "\(port.name) is gone") }
    stop()
  }

  /// Stops the chips and releases the bus.
  func stop() {
    for index in chips.indices { try? chips[index].driver?.stop() }
    devices.remove(chips.flatMap(\.indices))
    chips = []
    bus = nil
  }

  private var inUse: String { "\(port.name): \(BusError.inUse.text)" }

  /// Waits for the next poll, but not so long that a request of a client or the end is late.
  private func rest() {
    let limit: Int64 = chips.isEmpty ? 100_000_000 : 20_000_000
    let now = clock.now
    let next = search.isEmpty ? min(chips.map(\.due).min() ?? .max, nextSearch) : now
    let wait = min(max(next &- now, 0), limit)
    clock.wait(microseconds: Int(wait / 1000))
  }

  // MARK: - Search

  /// Searches every address once.
  ///
  /// - Throws: ``BusError/inUse`` if another program has the bus.
  func searchOnce(selfTesting: Bool) throws(BusError) -> [FoundChip] {
    for address in settings.addresses(on: port.kind) {
      do throws(BusError) {
        try probe(address)
      } catch {
        if error == .inUse { throw error }
        break
      }
    }
    for index in chips.indices where chips[index].driver == nil {
      do throws(ChipError) { try restart(index) } catch { fail(index, error) }
    }
    forgetLost()
    let order = chips.indices.sorted { chips[$0].place.address ?? 0 < chips[$1].place.address ?? 0 }
    return order.map { index in
      var found = FoundChip(
        model: chips[index].type.model.name, place: chips[index].place,
        devices: (chips[index].driver?.devices ?? []).map { device in
          var device = device
          device.axes = chips[index].axes * device.axes
          return device
        })
      if selfTesting, chips[index].driver != nil {
        do throws(ChipError) {
          found.selfTest = .success(try chips[index].driver?.selfTest())
        } catch {
          found.selfTest = .failure(error)
        }
      }
      return found
    }
  }

  /// Tries the drivers of an address without a chip.
  ///
  /// - Throws: ``BusError/gone`` or ``BusError/inUse``.
  private func probe(_ address: UInt8) throws(BusError) {
    let place = ChipPlace(bus: port.name, address: port.kind == .i2c ? address : nil)
    guard !chips.contains(where: { $0.place == place }) else { return }
    for type in settings.drivers(at: address, on: port.kind) {
      do throws(ChipError) {
        try identify(type, at: place)
        var chip = try start(
          RunningChip(
            type: type, place: place, axes: .identity, host: nil, due: clock.now,
            lastSample: clock.now))
        show(&chip)
        chips.append(chip)
        _ = complaints.end(at: place)
        tell(
          false,
          "\(chip.title) found: \(chip.driver?.devices.map(\.name).joined(separator: ", ") ?? "")")
        addCompanions(of: chip)
        return
      } catch {
        switch error {
        case .wrongIdentity: continue
        // Nobody is there, unless the user says so.
        case .bus(.notAcknowledged) where !settings.names(type, at: place): return
        case .bus(.gone): throw .gone
        case .bus(.inUse): throw .inUse
        case .bus(.busy): return complain(false, place, held(place))
        case .bus(.system):
          // Permissions and the like concern the whole bus.
          return complain(true, ChipPlace(bus: port.name), "\(port.name): \(error.text)")
        default: return complain(true, place, "\(type.model.name) at \(place): \(error.text)")
        }
      }
    }
  }

  /// Releases the chips that a driver of the kernel was bound to after they were found.
  private func releaseHeld() {
    for index in chips.indices {
      if let address = chips[index].place.address, bus?.isHeld(address) == true {
        fail(index, .bus(.busy))
      }
    }
  }

  private func held(_ place: ChipPlace) -> String { "the chip at \(place): \(BusError.busy.text)" }

  func connect(address: UInt8?, bitRate: Int) throws(ChipError) -> ChipConnection {
    do throws(BusError) {
      let chip = try openBus().connect(address: address ?? 0, bitRate: bitRate)
      return ChipConnection(bus: chip, clock: clock, firmware: FirmwareFolder.file)
    } catch {
      throw .bus(error)
    }
  }

  /// The bus, opened when it is first needed: a serial line without a named chip never is.
  private func openBus() throws(BusError) -> any OpenBus {
    if let bus { return bus }
    let opened = try port.open()
    bus = opened
    _ = complaints.end(at: ChipPlace(bus: port.name))
    return opened
  }

  // MARK: - Chips

  /// Makes the driver of a chip, which resets it.
  private func start(_ chip: RunningChip) throws(ChipError) -> RunningChip {
    var chip = chip
    let rates = port.kind == .serial ? chip.type.model.bitRates : [0]
    var failure: ChipError?
    for bitRate in rates {
      do throws(ChipError) {
        let driver = try chip.type.init(
          try connect(address: chip.place.address, bitRate: bitRate))
        chip.driver = driver
        chip.watch.restart()
        chip.lastSample = clock.now
        chip.due = clock.now
        return chip
      } catch {
        failure = error
      }
    }
    throw failure ?? .unsupported("a serial line")
  }

  /// Shows the devices of a chip to clients.
  private func show(_ chip: inout RunningChip) {
    guard let driver = chip.driver else { return }
    chip.indices = devices.add(driver.devices, axes: chip.axes, at: chip.place)
    chip.isShown = true
    if chip.indices.contains(nil) {
      tell(true, "\(chip.title): there are too many devices; restart the bridge")
    }
  }

  /// Starts the chips inside a chip that was just started.
  private func addCompanions(of host: RunningChip) {
    for companion in host.type.companions {
      let place = ChipPlace(bus: port.name, address: companion.address)
      let chip = RunningChip(
        type: companion.driver, place: place, axes: host.axes * companion.axes,
        host: host.place, due: clock.now, lastSample: clock.now)
      guard let other = chips.firstIndex(where: { $0.place == place }) else {
        chips.append(chip)
        continue
      }
      // Found before its host, by the identity that it shares with another chip.
      guard chips[other].host == nil else { continue }
      devices.remove(chips[other].indices)
      chips[other] = chip
    }
    // The place of a lost host has another chip now.
    let types = host.type.companions.map { ObjectIdentifier($0.driver) }
    for chip in chips where chip.host == host.place && !types.contains(.init(chip.type)) {
      lost.insert(chip.place)
    }
    // Those that were there before the host failed lost their settings with its reset.
    for index in chips.indices where chips[index].host == host.place {
      chips[index].driver = nil
      chips[index].due = clock.now
    }
  }

  private func poll(_ index: Int) {
    do throws(ChipError) {
      if chips[index].driver == nil { try restart(index) }
      guard chips[index].driver != nil else { return }
      try apply(index)
      if let driver = chips[index].driver { try chips[index].watch.check(driver, at: clock.now) }
      samples.removeAll(keepingCapacity: true)
      try chips[index].driver?.read(into: &samples)
      let now = clock.now
      if !samples.isEmpty {
        devices.push(samples, chips[index].indices, at: now)
        if complaints.end(at: chips[index].place) {
          tell(false, "\(chips[index].title) delivers again")
        }
        chips[index].attempts = 0
        chips[index].lastSample = now
      } else if now &- chips[index].lastSample > chips[index].patience {
        throw .notReady("a measurement")
      }
      let interval = max(chips[index].driver?.interval ?? 0, 500_000)
      // What was missed is not made up for.
      chips[index].due = max(chips[index].due &+ interval, now)
    } catch {
      fail(index, error)
    }
  }

  /// Makes a chip again.
  private func restart(_ index: Int) throws(ChipError) {
    if let host = chips[index].host {
      // A chip inside another one answers only while that one works.
      guard chips.contains(where: { $0.place == host && $0.driver != nil }) else {
        chips[index].due = clock.now &+ 100_000_000
        if !chips.contains(where: { $0.place == host }) { hide(index) }
        return
      }
    }
    // Clients go on with the rates and scales that they set.
    let wanted = chips[index].indices.map { $0.map { devices.chip(of: $0) } }
    var chip = try start(chips[index])
    for (number, old) in wanted.enumerated() {
      if let old { try restore(old, to: number, of: &chip) }
    }
    show(&chip)
    chips[index] = chip
    if chip.host == nil { addCompanions(of: chip) }
  }

  /// Ends a chip's driver and plans the next attempt.
  ///
  /// Takes its devices away after a few attempts; at once if a driver of the kernel holds it.
  private func fail(_ index: Int, _ error: ChipError) {
    if error.isGone {
      isBusGone = true
      return
    }
    let place = chips[index].place
    let isHeld = error == .bus(.busy)
    chips[index].driver = nil
    let attempts = isHeld ? Self.attemptsCounted : chips[index].attempts + 1
    chips[index].attempts = min(attempts, Self.attemptsCounted)
    // 0.1 s, doubled to at most 5 s.
    chips[index].due =
      clock.now &+ min(100_000_000 << Int64(min(attempts - 1, 6)), 5_000_000_000)
    if isAlternative(index, error) {
      return lost.formUnion([place])
    }
    complain(!isHeld, place, isHeld ? held(place) : "\(chips[index].title): \(error.text)")
    guard attempts > Self.attemptsShown else { return }
    hide(index, isTold: !isHeld)
    // Another chip may be connected here next: the search finds it, or this one again.
    if chips[index].host == nil { lost.insert(place) }
  }

  /// Takes the devices of a chip away.
  private func hide(_ index: Int, isTold: Bool = true) {
    guard chips[index].isShown else { return }
    devices.remove(chips[index].indices)
    chips[index].isShown = false
    if isTold { tell(true, "\(chips[index].title) is gone until it answers again") }
  }

  /// Whether nobody answers at one of several addresses of a chip inside another one.
  private func isAlternative(_ index: Int, _ error: ChipError) -> Bool {
    switch error {
    case .bus(.notAcknowledged), .wrongIdentity: break
    default: return false
    }
    let chip = chips[index]
    return chip.host != nil && !chip.isShown
      && chips.contains {
        $0.host == chip.host && $0.place != chip.place && $0.type == chip.type
      }
  }

  /// Forgets the chips that do not answer any more; those inside them go on or wait for their host,
  /// because the search would find some as other chips, whose identity they have too.
  private func forgetLost() {
    guard !lost.isEmpty else { return }
    for chip in chips where lost.contains(chip.place) { devices.remove(chip.indices) }
    chips.removeAll { lost.contains($0.place) }
    lost = []
  }

  // MARK: - Reports

  func tell(_ isError: Bool, _ text: String) {
    report(BridgeNotice(isError: isError, text: text))
  }

  private func complain(_ isError: Bool, _ place: ChipPlace, _ text: String) {
    if complaints.begin(text, at: place, clock.now) { tell(isError, text) }
  }
}

import HeadingSystem
import HeadingSystemd

/// Listens through BlueZ until it is stopped; blocks its thread.
///
/// A bus, service or adapter that is missing, and an adapter that is switched off, is waited for.
struct BlueZSession {
  /// Time after which a lost bus, or a refusal of BlueZ, is tried again, s.
  private static let retry = 5.0

  private let kind: MessageBus.Kind
  private let purpose: BeaconScanPurpose
  private let stop: StopSignal
  private let receive: @Sendable (BeaconScan) -> Void
  private var adapters = BlueZAdapters()
  private var devices = BlueZDevices()
  /// Whether the service is there.
  private var isServed = false
  /// The adapter that scans.
  private var scanning: String?
  /// Time at which BlueZ is asked again after a refusal.
  private var next: ContinuousClock.Instant?
  private var trouble: BeaconTrouble?
  /// The monitor, in place of a discovery.
  private var monitor: BlueZMonitor?
  /// Whether this BlueZ, or the kernel, does not monitor.
  private var lacksMonitors = false
  /// The connection of the service, which alone may call.
  private var owner: String?
  /// Time at which the devices of the monitor are noted again.
  private var note = ContinuousClock.now

  init(
    _ kind: MessageBus.Kind, _ purpose: BeaconScanPurpose, stop: StopSignal,
    _ receive: @escaping @Sendable (BeaconScan) -> Void
  ) {
    self.kind = kind
    self.purpose = purpose
    self.stop = stop
    self.receive = receive
  }

  /// Listens until the stop.
  mutating func run() {
    while !stop.isSet {
      do throws(MessageBus.Failure) {
        let bus = try MessageBus(kind)
        try listen(on: bus)
        endDiscovery(on: bus)
      } catch {
        forget()
        tell(
          BeaconTrouble(isMissing: true, reason: "Bluetooth cannot be used: \(error.description)"))
        stop.wait(seconds: Self.retry)
      }
    }
  }

  /// Listens on a bus until the stop.
  ///
  /// - Throws: The loss of the bus.
  private mutating func listen(on bus: MessageBus) throws(MessageBus.Failure) {
    try bus.subscribe(
      to: "sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(BlueZ.name)'")
    try bus.subscribe(to: "sender='\(BlueZ.name)',interface='\(BlueZ.objectManager)'")
    try bus.subscribe(
      to: "sender='\(BlueZ.name)',interface='\(BlueZ.properties)',path_namespace='/org/bluez'")
    try readObjects(on: bus)
    while !stop.isSet {
      while !stop.isSet, let incoming = try bus.next() {
        switch incoming {
        case .signal(let signal): try take(signal, on: bus)
        case .answer(let number, let answer):
          if let event = monitor?.take(number, answer) { try take(event, on: bus) }
        case .call(let call):
          if call.sender == owner, let event = try monitor?.answer(call, on: bus) {
            try take(event, on: bus)
          }
        }
      }
      notePresent()
      // What arrives during a call is kept in the connection, where no wait sees it.
      if try follow(on: bus) { continue }
      let times = [next, monitor?.present.isEmpty == false ? note : nil].compactMap { $0 }
      bus.wait(
        seconds: times.min().map { max(.zero, $0 - .now) / .seconds(1) }, or: stop.descriptor)
      if let time = next, time <= .now {
        next = nil
        // A service that did not answer then.
        if !isServed { try readObjects(on: bus) }
      }
    }
  }

  /// Reads all objects anew, of a service that may have started again.
  private mutating func readObjects(on bus: MessageBus) throws(MessageBus.Failure) {
    forget()
    do throws(MessageBus.Failure) {
      adapters = BlueZAdapters(try bus.call(BlueZ.root, "GetManagedObjects"))
      owner = try bus.owner(of: BlueZ.name)
      isServed = true
    } catch {
      switch error.name {
      case "org.freedesktop.DBus.Error.ServiceUnknown",
        "org.freedesktop.DBus.Error.NameHasNoOwner":
        break
      case "": throw error
      default: refuse(error)
      }
    }
  }

  private mutating func forget() {
    adapters = BlueZAdapters()
    devices = BlueZDevices()
    isServed = false
    scanning = nil
    monitor = nil
    lacksMonitors = false
    owner = nil
    next = nil
  }

  private mutating func take(
    _ signal: MessageBus.Signal, on bus: MessageBus
  ) throws(MessageBus.Failure) {
    let values = signal.body.values
    switch signal.member {
    case "NameOwnerChanged": try readObjects(on: bus)
    case "InterfacesAdded":
      guard let path = values.first?.text, values.count > 1 else { return }
      let interfaces = BlueZ.interfaces(values[1])
      adapters.take(interfaces, of: path)
      for (name, properties) in interfaces where name == BlueZ.device {
        hear(properties, path)
      }
    case "InterfacesRemoved":
      guard let path = values.first?.text, values.count > 1, case .strings(let names) = values[1]
      else { return }
      if names.contains(BlueZ.device) {
        if let event = monitor?.lose(path) { try take(event, on: bus) }
        devices.remove(path)
      }
      if names.contains(BlueZ.adapter) { adapters.remove(path) }
    case "PropertiesChanged":
      guard let name = values.first?.text, values.count > 1 else { return }
      if name == BlueZ.device {
        hear(values[1], signal.path)
      } else {
        adapters.take([(name, values[1])], of: signal.path)
      }
    default: break
    }
  }

  private mutating func hear(_ properties: BusValue, _ path: String) {
    // Other programs may use other adapters.
    guard let scanning, path.hasPrefix(scanning + "/") else { return }
    if let scan = devices.take(properties, of: path) { receive(scan) }
  }

  /// Begins the scan that the state of the adapters allows; returns whether the bus was used.
  private mutating func follow(on bus: MessageBus) throws(MessageBus.Failure) -> Bool {
    let adapter = adapters.first
    if scanning != nil, scanning != adapter?.path { (scanning, monitor) = (nil, nil) }
    guard next == nil, scanning == nil else { return false }
    guard let adapter else {
      let reason =
        !isServed
        ? "Bluetooth's service does not run: install bluez and start it, `systemctl start bluetooth`"
        : adapters.isEmpty
          ? "there is no Bluetooth adapter"
          : "Bluetooth is switched off: `bluetoothctl power on`"
      tell(BeaconTrouble(isMissing: true, reason: reason))
      return false
    }
    do throws(MessageBus.Failure) {
      devices = BlueZDevices()
      if purpose == .presence, adapter.hasMonitors, !lacksMonitors {
        // The answer says whether it scans.
        monitor = try BlueZMonitor(adapter, on: bus)
        scanning = adapter.path
      } else {
        try beginDiscovery(adapter, on: bus)
        scanning = adapter.path
        hasBegun()
      }
    } catch {
      if error.name.isEmpty { throw error }
      refuse(error)
    }
    return true
  }

  private mutating func hasBegun() {
    trouble = nil
    receive(.scanning)
  }

  /// Takes what the monitor says.
  private mutating func take(
    _ event: BlueZMonitor.Event, on bus: MessageBus
  ) throws(MessageBus.Failure) {
    switch event {
    case .active: hasBegun()
    case .refused:
      // A discovery needs more power, and hears the same.
      (monitor, scanning, lacksMonitors) = (nil, nil, true)
    case .found(let device):
      if let advertisement = devices[device] {
        receive(.heard(advertisement, rssi: nil))
      } else {
        try monitor?.ask(device, on: bus)
      }
    case .known(let device, let properties): hear(properties, device)
    case .lost(let device):
      guard let advertisement = devices[device] else { return }
      receive(.lost(advertisement, silence: BlueZMonitor.silence))
    }
  }

  /// Says of the devices of the monitor that they are still there, which BlueZ does not repeat.
  private mutating func notePresent() {
    guard let monitor, .now >= note else { return }
    note = .now + .seconds(BlueZMonitor.pause)
    for device in monitor.present {
      if let advertisement = devices[device] { receive(.heard(advertisement, rssi: nil)) }
    }
  }

  /// Begins a discovery that reports every advertisement.
  private func beginDiscovery(
    _ adapter: BlueZ.Adapter, on bus: MessageBus
  ) throws(MessageBus.Failure) {
    let object = MessageBus.Object(
      peer: BlueZ.name, path: adapter.path, interface: BlueZ.adapter)
    // Without a filter strengths are reported in steps of 8 dB.
    let filter = [
      BusValue.Entry("Transport", .string("le")), BusValue.Entry("DuplicateData", .bool(true)),
    ]
    try bus.call(object, "SetDiscoveryFilter", [.dictionary(filter)])
    do throws(MessageBus.Failure) {
      try bus.call(object, "StartDiscovery")
    } catch  where error.name == "org.bluez.Error.InProgress" {
      // This connection's discovery goes on, as after a short loss of power.
    }
  }

  private func endDiscovery(on bus: MessageBus) {
    // A monitor ends with the connection.
    guard let scanning, monitor == nil else { return }
    let object = MessageBus.Object(peer: BlueZ.name, path: scanning, interface: BlueZ.adapter)
    // BlueZ ends it with the connection, too.
    _ = try? bus.call(object, "StopDiscovery")
  }

  /// Takes BlueZ's refusal, for which it is asked again later.
  private mutating func refuse(_ error: MessageBus.Failure) {
    next = .now + .seconds(Self.retry)
    let isDenied = error.name.hasSuffix(".AccessDenied") || error.name.hasSuffix(".NotPermitted")
    let reason =
      isDenied
      ? "the bus's policy admits members of the group bluetooth and the user at the seat"
      : "\(error.description) (\(error.name))"
    tell(BeaconTrouble(isMissing: false, reason: "BlueZ refuses to scan: \(reason)"))
  }

  /// Reports a new trouble once.
  private mutating func tell(_ new: BeaconTrouble) {
    guard new != trouble else { return }
    trouble = new
    receive(.trouble(new))
  }
}

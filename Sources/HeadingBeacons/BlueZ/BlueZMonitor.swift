import HeadingSystemd

/// A monitor of advertisements in BlueZ: a passive scan, which tells that beacons are there and not
/// how strong they are, except in steps of 8 dB.
///
/// BlueZ reads the monitor's pattern from an object of this connection and calls its methods.
struct BlueZMonitor {
  /// Time without advertisements after which BlueZ says that a device is lost, less a margin, s.
  static let silence = 28.0

  /// Time between two notes that the devices are still there, s.
  static let pause = 1.0

  /// Largest number of devices.
  private static let capacity = 1024

  private static let root = "/org/headingd/beacons"
  private static let path = root + "/monitor"

  /// What a call or an answer leads to.
  enum Event {
    /// BlueZ scans, or has refused, or does not any more.
    case active
    case refused(MessageBus.Failure)
    /// A device is there, or lost.
    case found(String)
    case lost(String)
    /// Properties of a device that was there before.
    case known(String, BusValue)
  }

  /// The devices that are there.
  private(set) var present: Set<String> = []

  private let registration: UInt64
  private var questions: [UInt64: String] = [:]

  /// Asks an adapter to monitor beacons.
  init(_ adapter: BlueZ.Adapter, on bus: MessageBus) throws(MessageBus.Failure) {
    // BlueZ answers once it has read the objects, so nothing may wait for that.
    registration = try bus.begin(
      MessageBus.Object(
        peer: BlueZ.name, path: adapter.path, interface: BlueZ.monitorManager),
      "RegisterMonitor", [.path(Self.root)])
  }

  /// Takes an answer; `nil` if it is not the monitor's or says nothing.
  mutating func take(
    _ number: UInt64, _ answer: Result<MessageBus.Body, MessageBus.Failure>
  ) -> Event? {
    if number == registration {
      switch answer {
      case .success: return .active
      case .failure(let failure): return .refused(failure)
      }
    }
    guard let path = questions.removeValue(forKey: number), present.contains(path),
      case .success(let body) = answer, let properties = body.values.first
    else { return nil }
    return .known(path, properties)
  }

  /// Answers a call of BlueZ's.
  mutating func answer(
    _ call: BusCall, on bus: MessageBus
  ) throws(MessageBus.Failure) -> Event? {
    let device = call.body.values.first?.text
    switch (call.path, call.member) {
    case (Self.root, "GetManagedObjects"): try bus.answer(call, [Self.objects])
    case (Self.path, "Activate"): try bus.answer(call)
    case (Self.path, "Release"):
      try bus.answer(call)
      return .refused(
        MessageBus.Failure(name: "org.bluez.Error.Failed", description: "the monitor has ended"))
    case (Self.path, "DeviceFound"):
      try bus.answer(call)
      guard let device, present.count < Self.capacity, present.insert(device).inserted else {
        return nil
      }
      return .found(device)
    case (Self.path, "DeviceLost"):
      try bus.answer(call)
      return device.flatMap { lose($0) }
    default:
      try bus.refuse(
        call, name: "org.freedesktop.DBus.Error.UnknownMethod", reason: "there is no such method")
    }
    return nil
  }

  /// Takes that a device is gone.
  mutating func lose(_ device: String) -> Event? {
    present.remove(device) == nil ? nil : .lost(device)
  }

  /// Asks for what a device advertises, which was there before.
  mutating func ask(_ device: String, on bus: MessageBus) throws(MessageBus.Failure) {
    guard questions.count < Self.capacity else { return }
    let object = MessageBus.Object(
      peer: BlueZ.name, path: device, interface: BlueZ.properties)
    questions[try bus.begin(object, "GetAll", [.string(BlueZ.device)])] = device
  }

  /// The monitor as BlueZ reads it: manufacturer data that begin as those of beacons.
  private static var objects: BusValue {
    let company = BeaconAdvertisement.company
    let start = [UInt8(company & 0xFF), UInt8(company >> 8)] + BeaconAdvertisement.prefix
    let pattern = BusValue.structure([.byte(0), .byte(0xFF), .bytes(start)])
    let properties = BusValue.dictionary([
      BusValue.Entry("Type", .string("or_patterns")),
      BusValue.Entry("Patterns", .array("(yyay)", [pattern])),
    ])
    let interfaces = BusValue.array(
      "{sa{sv}}", [.pair(.string(BlueZ.monitor), properties)])
    return .array("{oa{sa{sv}}}", [.pair(.path(path), interfaces)])
  }
}

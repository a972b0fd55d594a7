/// Which magnetometer a profile belongs to: the chip, where it sits, and its number if it has one.
public struct SensorIdentity: Sendable, Hashable {
  /// The chip's name as the driver tells it, such as `lsm9ds1_magn`.
  public var name: String

  /// The device's label, if it has one; for people, not compared.
  public var label: String?

  /// Where the chip is attached, as the kernel names it: `1-001e` (I²C bus 1, address 0x1e), `spi0.0`.
  ///
  /// For a sensor read over the network the context's URI; ``simulatedBus`` for one that only exists as
  /// arithmetic.
  public var busAddress: String?

  /// The address of sensors that are simulated.
  public static let simulatedBus = "simulated"

  /// Whether the sensor only exists as arithmetic.
  public var isSimulated: Bool { busAddress == Self.simulatedBus }

  /// The serial number, if the chip or its USB device has one.
  public var serial: String?

  /// Makes an identity.
  public init(
    name: String, label: String? = nil, busAddress: String? = nil, serial: String? = nil
  ) {
    self.name = name
    self.label = label
    self.busAddress = busAddress
    self.serial = serial
  }

  /// What people type and what the file is called: `NAME`, `NAME@BUS`, `NAME@BUS,SERIAL`.
  ///
  /// A name from a driver is not a path: what is neither letter, digit nor one of `-_.` becomes `_`, and so
  /// does a dot at the beginning.
  public var text: String {
    Self.safe(name) + (busAddress.map { "@" + Self.safe($0) } ?? "")
      + (serial.map { "," + Self.safe($0) } ?? "")
  }

  private static func safe(_ text: String) -> String {
    let plain = text.prefix(longest).map {
      $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "_"
    }
    return String(plain.first == "." ? ["_"] + plain.dropFirst() : plain)
  }

  /// Letters of a part of the text: a file's name has room for all three.
  private static let longest = 64

  /// Reads ``text``; `nil` if it has no name, or is none that a file may have.
  public init?(text: some StringProtocol) {
    let sides = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    let place = (sides.first ?? "").split(
      separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = place.first, !name.isEmpty else { return nil }
    func part(_ parts: [some StringProtocol]) -> String? {
      parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
    }
    self.init(name: String(name), busAddress: part(place), serial: part(sides))
    guard self.text == text else { return nil }
  }

  /// The texts under which a profile for this sensor may be kept, the most exact first.
  var texts: [String] {
    let candidates = [
      self, SensorIdentity(name: name, busAddress: busAddress),
      SensorIdentity(name: name, serial: serial), SensorIdentity(name: name),
    ].map(\.text)
    return candidates.indices.filter { !candidates[..<$0].contains(candidates[$0]) }
      .map { candidates[$0] }
  }

  /// Whether a profile of this sensor may be applied to another: nothing that both know differs.
  public func fits(_ sensor: SensorIdentity) -> Bool {
    func agree(_ one: String?, _ other: String?) -> Bool {
      guard let one, let other else { return true }
      return Self.safe(one) == Self.safe(other)
    }
    return Self.safe(name) == Self.safe(sensor.name) && agree(busAddress, sensor.busAddress)
      && agree(serial, sensor.serial)
  }

  /// The identity for messages.
  var title: String {
    name + (busAddress.map { " at \($0)" } ?? "") + (serial.map { ", serial \($0)" } ?? "")
  }
}

/// Identity of a magnetometer: chip name, bus address, and serial number if available.
public struct SensorIdentity: Sendable, Hashable {
  /// The driver's name of the chip, such as `lsm9ds1_magn`.
  public var name: String

  /// The device's label, if any; for display, not compared.
  public var label: String?

  /// The kernel's bus address of the chip: `1-001e` (I²C bus 1, address 0x1e), `spi0.0`.
  ///
  /// For a networked sensor the context's URI; ``simulatedBus`` for a simulated one.
  public var busAddress: String?

  /// The bus address of simulated sensors.
  public static let simulatedBus = "simulated"

  /// The bus address of the sensors of a feed, whose name is their device's and their own.
  public static let feedBus = "feed"

  /// Whether the sensor is simulated.
  public var isSimulated: Bool { busAddress == Self.simulatedBus }

  /// The serial number of the chip or its USB device, if any.
  public var serial: String?

  /// Creates an identity.
  public init(
    name: String, label: String? = nil, busAddress: String? = nil, serial: String? = nil
  ) {
    self.name = name
    self.label = label
    self.busAddress = busAddress
    self.serial = serial
  }

  /// The identity as text and as file name: `NAME`, `NAME@BUS`, `NAME@BUS,SERIAL`.
  ///
  /// Every character except letters, digits and `-_.` becomes `_`, and so does a leading dot, so
  /// that a driver's name is no path.
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

  /// Largest length of a part, so that all three fit in a file name.
  private static let longest = 64

  /// Parses ``text``; `nil` if the name is missing or is no valid file name.
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

  /// The file names of this sensor's profiles, most specific first.
  var texts: [String] {
    let candidates = [
      self, SensorIdentity(name: name, busAddress: busAddress),
      SensorIdentity(name: name, serial: serial), SensorIdentity(name: name),
    ].map(\.text)
    return candidates.indices.filter { !candidates[..<$0].contains(candidates[$0]) }
      .map { candidates[$0] }
  }

  /// Whether a profile of this sensor applies to another: no part that both have differs.
  public func fits(_ sensor: SensorIdentity) -> Bool {
    func agree(_ one: String?, _ other: String?) -> Bool {
      guard let one, let other else { return true }
      return Self.safe(one) == Self.safe(other)
    }
    return Self.safe(name) == Self.safe(sensor.name) && agree(busAddress, sensor.busAddress)
      && agree(serial, sensor.serial)
  }

  /// The identity for messages.
  package var title: String {
    name + (busAddress.map { " at \($0)" } ?? "") + (serial.map { ", serial \($0)" } ?? "")
  }
}

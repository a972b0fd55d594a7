import HeadingSystemd

/// The newest advertisement of each device that is a beacon: BlueZ tells what has changed only.
struct BlueZDevices {
  /// Largest number of devices; of more, those that were new first are forgotten.
  static let capacity = 1024

  private struct Device {
    var advertisement: BeaconAdvertisement
    var rssi: Int?
  }

  private var devices: [String: Device] = [:]
  private var order: [String] = []
  /// Position in `order` of the next one to forget.
  private var oldest = 0

  /// Number of devices.
  var count: Int { devices.count }

  /// Takes properties of a device that are new.
  ///
  /// - Parameters:
  ///   - properties: The properties.
  ///   - path: The device.
  /// - Returns: The advertisement, if the device is a beacon and has been heard.
  mutating func take(_ properties: BusValue, of path: String) -> BeaconScan? {
    var rssi: Int?
    if case .int16(let strength) = properties["RSSI"] { rssi = Int(strength) }
    let data = properties["ManufacturerData"]
    if let data {
      guard let advertisement = Self.advertisement(data) else {
        // It advertises something else, or something else as well, which has the same strength.
        if let rssi { devices[path]?.rssi = rssi }
        return nil
      }
      note(advertisement, path)
    }
    guard data != nil || rssi != nil, var device = devices[path] else { return nil }
    if let rssi { device.rssi = rssi }
    devices[path] = device
    return .heard(device.advertisement, rssi: device.rssi)
  }

  /// The newest advertisement of a device.
  subscript(_ path: String) -> BeaconAdvertisement? { devices[path]?.advertisement }

  /// Forgets a device.
  mutating func remove(_ path: String) { devices[path] = nil }

  private mutating func note(_ advertisement: BeaconAdvertisement, _ path: String) {
    if devices[path] != nil {
      devices[path]?.advertisement = advertisement
      return
    }
    devices[path] = Device(advertisement: advertisement)
    if order.count < Self.capacity {
      order.append(path)
    } else {
      devices[order[oldest]] = nil
      order[oldest] = path
      oldest = (oldest + 1) % Self.capacity
    }
  }

  /// The beacon's among the data of companies by their numbers.
  private static func advertisement(_ data: BusValue) -> BeaconAdvertisement? {
    for (company, value) in data.pairs {
      guard case .uint16(let company) = company, case .bytes(let bytes) = value.content else {
        continue
      }
      if let found = BeaconAdvertisement(company: company, data: bytes) { return found }
    }
    return nil
  }
}

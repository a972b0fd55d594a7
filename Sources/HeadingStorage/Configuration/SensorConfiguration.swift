import HeadingGeometry
import HeadingSensing

/// Selection of sensors; the section `sensors`.
package struct SensorConfiguration: Sendable, Hashable {
  /// The IIO context, such as `local:` or `ip:HOST`.
  package var uri: String?

  /// Whether simulated sensors replace real ones.
  package var simulate: Bool?

  /// Name of the simulated scenario.
  package var scenario: String?

  /// The mount matrices, in words or as matrices: of all sensors, and of single ones with their names
  /// before them.
  package var mounts: [String] = []

  /// The magnetometer to use: IIO id, name or label.
  package var magnetometer: String?

  /// The accelerometer to use.
  package var accelerometer: String?

  /// The gyroscope to use.
  package var gyroscope: String?

  /// The barometer to use.
  package var barometer: String?

  /// The IIO channel of the vehicle's load, `DEVICE/CHANNEL`.
  package var load: String?

  /// Requested sample rate of accelerometer and gyroscope, Hz; `nil` for 100.
  package var rate: Double?

  /// Path of a calibration profile.
  package var profile: String?

  /// Address of gpsd, `HOST[:PORT]`; `none` for no receiver.
  package var gpsd: String?

  /// Creates the defaults.
  package init() {}
}

extension SensorConfiguration {
  init(_ section: ConfigurationSection) {
    uri = section.text("uri") { text in
      ["local:", "ip:", "usb:", "xml:"].contains { text.hasPrefix($0) }
        ? nil : "'\(text)' is not local:, ip:HOST[:PORT], usb:BUS.DEVICE or xml:FILE"
    }
    simulate = section.flag("simulate")
    scenario = section.text("scenario")
    readMounts(section)
    magnetometer = section.text("magnetometer")
    accelerometer = section.text("accelerometer")
    gyroscope = section.text("gyroscope")
    barometer = section.text("barometer")
    load = section.text("load") { text in
      text.split(separator: "/").count == 2
        ? nil : "'\(text)' is not DEVICE/CHANNEL, such as ina219/current3"
    }
    rate = section.number("rate", 1...10_000, "Hz")
    profile = section.text("profile")
    gpsd = section.text("gpsd")
    if simulate == true, uri != nil {
      section.problem("simulate", "excludes sensors.uri; remove one of them")
    }
  }

  private mutating func readMounts(_ section: ConfigurationSection) {
    for kind in [nil] + MountChoice.kinds.map(Optional.some) {
      let earlier = mounts
      let text = section.text(kind.map { "\($0.name)_mount" } ?? "mount") { text in
        let entry = kind.map { "\($0.name)=\(text)" } ?? text
        do throws(MountChoiceError) {
          _ = try MountChoice((earlier + [entry]).joined(separator: " "))
          return nil
        } catch {
          return "'\(text)' cannot be used: \(error)"
        }
      }
      if let text { mounts.append(kind.map { "\($0.name)=\(text)" } ?? text) }
    }
  }
}

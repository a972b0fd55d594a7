import FoundationEssentials
import HeadingClient
import HeadingClock
package import HeadingGNSS
import HeadingGeometry
import HeadingNMEA2000
import HeadingProtocol
import HeadingSensing
package import HeadingSensorFeed
package import HeadingStorage
package import IndustrialIO

extension IIOConfiguration {
  /// Creates the IIO configuration of a sensor configuration.
  package init(_ sensors: SensorConfiguration) {
    self.init(uris: sensors.uri.map { [$0] } ?? Self.thisMachine)
    // The configuration has refused invalid ones.
    use(sensors.mounts.isEmpty ? nil : try? MountChoice(sensors.mounts.joined(separator: " ")))
    devices[.magnetometer] = sensors.magnetometer
    devices[.accelerometer] = sensors.accelerometer
    devices[.gyroscope] = sensors.gyroscope
    devices[.barometer] = sensors.barometer
    load = sensors.load.flatMap { LoadChannel($0) }
  }
}

extension SensorSetup {
  /// Discovers the sensors of a program without options of its own.
  ///
  /// Those that the environment names, else this machine's; never a simulation.
  ///
  /// - Parameters:
  ///   - configuration: Configuration from the environment.
  ///   - feed: The configured feed.
  ///   - folder: Folder of the larger models.
  ///   - store: Profile store.
  /// - Returns: The discovered sensors, and the gpsd receiver whether it is reachable or not.
  package static func forProgram(
    _ configuration: ServiceConfiguration, feed: FeedReceiver? = nil, folder: ModelSearchPath,
    store: ProfileStore
  ) -> SensorSetup {
    let sensors = IIOConfiguration(configuration.sensors)
    var inventory: IIOInventory?
    if case .found(let found, _) = SensorDiscovery(sensors) { inventory = found }
    // A named context is waited for; this machine's own sensors exist or do not.
    let own: SensorPlan? =
      inventory != nil || configuration.sensors.uri != nil ? .industrialIO(sensors, inventory) : nil
    var plan = SensorPlan.industrialIO(sensors, inventory)
    if let feed { plan = .feed(feed, feed.magnetometer, besides: own) }
    var setup = SensorSetup(name: plan.name, isSimulated: plan.isSimulated)
    setup.geoid = try? folder.geoid()
    setup.sensor = plan.sensor
    setup.mounts = plan.mounts
    if let latitude = configuration.place.latitude, let longitude = configuration.place.longitude {
      setup.settings.fixedCoordinate = Coordinate(latitude: latitude, longitude: longitude)
    }
    setup.settings.fixedAltitude = configuration.place.altitude
    let clock = SystemClock().relation
    let date = clock.trust == .none ? nil : clock.universalTime
    if let path = configuration.sensors.profile {
      if let profile = try? ProfileStore.read(
        URL(fileURLWithPath: path), for: plan.sensor, date: nil)
      {
        setup.calibration = SensorPlan.parameters(of: profile, mounts: plan.mounts).0
      }
    } else {
      setup.calibration = plan.profile(in: store, date: date).0
    }
    if feed != nil || own != nil { plan.complete(&setup) }
    if let network = NMEA2000Source(configuration.nmea2000) {
      setup.sources.append(plan.beside(network))
    }
    if !configuration.nmea2000.replacesReceiver,
      let receiver = GPSDSource(configuration.sensors)
    {
      setup.sources.append(plan.beside(receiver))
    }
    if setup.arrival != nil {
      setup.rediscover = { forProgram(configuration, feed: feed, folder: folder, store: store) }
    }
    return setup
  }
}

extension GPSDSource {
  /// The configured gpsd receiver, by default on this machine; `nil` for `none`.
  package init?(_ sensors: SensorConfiguration) {
    let place = sensors.gpsd ?? "localhost"
    guard place != "none",
      case .host(let host, let port) = ServerAddress(place, defaultPort: Self.defaultPort)
    else { return nil }
    self.init(host: host, port: port)
  }
}

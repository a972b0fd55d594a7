package import HeadingGeometry
package import HeadingSensing
package import HeadingSensorFeed
package import HeadingSimulation
package import HeadingStorage
package import IndustrialIO

/// The sensors that a program reads, decided once at its start.
package enum SensorPlan: Sendable {
  /// The sensors of an IIO context.
  case industrialIO(IIOConfiguration, IIOInventory?)

  /// The sensors that a feed declares, the magnetometer it has declared so far, and other sensors
  /// that complete them.
  indirect case feed(FeedReceiver, FeedMagnetometer?, besides: SensorPlan?)

  /// A simulated hat, with the reason if the user did not request it.
  case simulation(Scenario, because: String?)

  /// Decides what to read: a requested simulation, else the sensors of the context, else the
  /// substitute.
  ///
  /// A feed is waited for; the context's sensors complete it, if there are any now or the user named
  /// them.
  ///
  /// - Parameters:
  ///   - configuration: The IIO context and its options.
  ///   - feed: The feed that the user requested.
  ///   - isNamed: Whether the user named the context or one of its devices.
  ///   - simulating: The scenario, if the user requested one.
  ///   - absence: What replaces missing sensors.
  /// - Returns: The plan, and the reason if no sensors were found.
  /// - Throws: ``NoSensorError`` if there are none and the rule makes that an error.
  package static func decide(
    _ configuration: IIOConfiguration, feed: FeedReceiver? = nil, isNamed: Bool = false,
    simulating: Scenario?, absence: MissingSensorPolicy
  ) throws(NoSensorError) -> (plan: SensorPlan, complaint: String?) {
    if let simulating { return (.simulation(simulating, because: nil), nil) }
    if let feed {
      var besides: SensorPlan?
      switch SensorDiscovery(configuration) {
      case .found(let inventory, _): besides = .industrialIO(configuration, inventory)
      case .nothing: if isNamed { besides = .industrialIO(configuration, nil) }
      }
      return (.feed(feed, feed.magnetometer, besides: besides), nil)
    }
    switch SensorDiscovery(configuration) {
    case .found(let inventory, _): return (.industrialIO(configuration, inventory), nil)
    case .nothing(let why):
      switch absence {
      case .isAnError: throw NoSensorError(reason: why)
      case .isWaitedFor: return (.industrialIO(configuration, nil), why)
      case .isSimulated(let scenario): return (.simulation(scenario, because: why), why)
      }
    }
  }

  /// Whether the sensors are simulated.
  package var isSimulated: Bool {
    switch self {
    case .simulation: true
    case .industrialIO(_, let inventory):
      inventory?.isSimulated ?? false
    case .feed(let receiver, _, let besides):
      besides?.isSimulated ?? false || receiver.senders.contains { $0.declaration.isSimulated }
    }
  }

  /// Whether the sensors include fixes, so that no receiver is needed.
  package var hasOwnFixes: Bool {
    if case .simulation = self { return true }
    return false
  }

  /// Display name of the source.
  package var name: String {
    switch self {
    case .industrialIO(let configuration, let inventory):
      (isSimulated ? "SIMULATED " : "") + (inventory?.uri ?? configuration.name)
    case .feed(let receiver, _, let besides):
      (isSimulated ? "SIMULATED " : "") + receiver.settings.name
        + (besides.map { ", \($0.name)" } ?? "")
    case .simulation(let scenario, _): "SIMULATED \(scenario.name)"
    }
  }

  /// The source of events.
  ///
  /// - Parameters:
  ///   - calibrated: Whether a simulated hat applies its own calibration.
  ///   - watch: Tells of another magnetometer of an IIO context.
  /// - Returns: A source that has not been run.
  package func source(
    calibrated: Bool, watch: MagnetometerWatch? = nil
  ) -> any SensorSource {
    switch self {
    case .industrialIO(let configuration, _):
      return IIOSource(configuration: configuration, watch: watch)
    case .feed(let receiver, _, let besides):
      return FeedFirstSource(
        receiver: receiver, other: besides?.source(calibrated: calibrated, watch: watch))
    case .simulation(let scenario, let reason):
      var source = SimulationSource(scenario, calibrated: calibrated)
      // A lesser announcement must not replace the notice with the reason.
      source.isAnnounced = reason == nil
      return source
    }
  }

  /// Adds the source of events to a setup, and what tells that another search is due.
  package func complete(_ setup: inout SensorSetup) {
    let watch = magnetometerWatch
    setup.sources.append(source(calibrated: setup.calibration == nil, watch: watch))
    guard case .feed(let receiver, let known, _) = self else {
      if let watch { setup.arrival = { await watch.otherMagnetometer() } }
      return
    }
    setup.end = { await receiver.end() }
    setup.arrival = {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await receiver.newMagnetometer(otherThan: known) }
        if let watch { group.addTask { await watch.otherMagnetometer() } }
        await group.next()
        group.cancelAll()
      }
    }
  }

  /// Tells when an IIO context's magnetometer is another one; `nil` if none of a context is used.
  private var magnetometerWatch: MagnetometerWatch? {
    switch self {
    case .industrialIO: return MagnetometerWatch(knowing: magnetometer?.identity)
    case .feed(_, nil, let besides): return besides?.magnetometerWatch
    case .feed, .simulation: return nil
    }
  }

  /// A receiver whose fixes are not used where a flight controller delivers its own.
  package func beside(_ receiver: some SensorSource) -> any SensorSource {
    guard case .feed(let feed, _, _) = self else { return receiver }
    return FeedlessSource(receiver: feed, source: receiver)
  }

  /// The magnetometer's device, if one was found.
  private var magnetometer: (label: String?, identity: IIODeviceIdentity)? {
    guard case .industrialIO(let configuration, let inventory?) = self else { return nil }
    return IIOSelection(from: inventory, configuration: configuration)
      .choice(for: .magnetometer).flatMap { inventory.device($0.deviceID) }
      .map { ($0.label, IIODeviceIdentity(of: $0, in: inventory)) }
  }

  /// Mount matrices in force; a sensor that was not found, or whose matrix is refused, has none.
  package var mounts: [SensorKind: MountMatrix] {
    var mounts: [SensorKind: MountMatrix] = [:]
    switch self {
    case .simulation(let scenario, _):
      let quantities: [(SensorKind, SimulatedQuantity)] = [
        (.magnetometer, .magneticField), (.accelerometer, .acceleration),
        (.gyroscope, .angularRate),
      ]
      for (kind, quantity) in quantities {
        mounts[kind] = scenario.board.sensors.first { $0.quantity == quantity }?.mount
      }
    case .industrialIO(let configuration, let inventory?):
      let selection = IIOSelection(from: inventory, configuration: configuration)
      for kind in MountChoice.kinds {
        guard let id = selection.choice(for: kind)?.deviceID, let device = inventory.device(id)
        else { continue }
        mounts[kind] = configuration.mount(of: kind, on: device).matrix
      }
    case .industrialIO(_, nil): break
    case .feed(_, let magnetometer, let besides):
      mounts = besides?.mounts ?? [:]
      if let magnetometer { mounts[.magnetometer] = magnetometer.mount }
    }
    return mounts
  }

  /// The plan in which a sensor whose mount matrix is refused is read in the axes of its chip, a
  /// left-handed die with its x reversed, so that a calibration can find the right matrix.
  package var readingRefusedSensors: SensorPlan {
    if case .feed(let feed, let magnetometer, let besides) = self {
      return .feed(feed, magnetometer, besides: besides?.readingRefusedSensors)
    }
    guard case .industrialIO(var configuration, let inventory?) = self else { return self }
    let selection = IIOSelection(from: inventory, configuration: configuration)
    for kind in MountChoice.kinds {
      guard let id = selection.choice(for: kind)?.deviceID, let device = inventory.device(id),
        case let mount = configuration.mount(of: kind, on: device), mount.matrix == nil
      else { continue }
      configuration.mounts[kind] = mount.provisional
    }
    return .industrialIO(configuration, inventory)
  }

  /// Identity of the magnetometer under which its profiles are stored; `nil` if none was found.
  package var sensor: SensorIdentity? {
    switch self {
    case .simulation(let scenario, _):
      return scenario.board.sensors.first { $0.quantity == .magneticField }
        .map { SensorIdentity(name: $0.device, busAddress: SensorIdentity.simulatedBus) }
    case .feed(_, let magnetometer?, _):
      return SensorIdentity(
        name: magnetometer.name,
        busAddress: magnetometer.isSimulated ? SensorIdentity.simulatedBus : SensorIdentity.feedBus)
    case .feed(_, nil, let besides): return besides?.sensor
    case .industrialIO:
      guard let (label, identity) = magnetometer, let name = identity.name else { return nil }
      // Where any context is simulated, nothing may be stored for a real sensor.
      return isSimulated
        ? SensorIdentity(name: name, label: label, busAddress: SensorIdentity.simulatedBus)
        : SensorIdentity(
          name: name, label: label, busAddress: identity.busAddress, serial: identity.serial)
    }
  }

  /// The stored profile of the magnetometer in use, and a notice about it.
  ///
  /// - Parameters:
  ///   - store: Profile store.
  ///   - date: The present time, if it is trusted.
  /// - Returns: The parameters, rotated to the mount matrices in force, and one notice if something
  ///   is wrong.
  package func profile(
    in store: ProfileStore, date: UniversalTime? = nil
  ) -> (CalibrationParameters?, SensorNotice?) {
    // A simulation must not depend on the machine: the hat has its own calibration.
    if case .simulation = self { return (nil, nil) }
    guard let sensor else { return (nil, nil) }
    do throws(ProfileError) {
      guard let choice = try store.profile(for: sensor, date: date) else { return (nil, nil) }
      let (parameters, notice) = Self.parameters(of: choice.profile, mounts: mounts)
      guard let refused = choice.refused else { return (parameters, notice) }
      return (
        parameters,
        SensorNotice(
          .error, .magnetometer, "\(refused); the last valid one is used: \(choice.path)")
      )
    } catch {
      return (nil, SensorNotice(.error, .magnetometer, "\(error)"))
    }
  }

  /// The parameters of a profile, rotated to the mount matrices in force.
  package static func parameters(
    of profile: CalibrationProfile, mounts: [SensorKind: MountMatrix]
  ) -> (CalibrationParameters, SensorNotice?) {
    let (parameters, isRotated) = profile.parameters(under: mounts)
    guard isRotated else { return (parameters, nil) }
    return (
      parameters,
      SensorNotice(
        .warning, .magnetometer,
        "the calibration profile was made under another mount matrix; it was rotated to this one")
    )
  }
}

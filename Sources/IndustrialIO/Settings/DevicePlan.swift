import HeadingGeometry
import HeadingSensing

/// Configuration of a device before it is read: rates and ranges set, scales read back.
struct DevicePlan {
  /// The sensors to read, one per kind.
  var readings: [SensorReading] = []

  /// What the driver accepted.
  var settings: [IIOAcceptance.Setting] = []

  /// The chip's temperature channel.
  var temperature: ChannelReading?

  /// The kind of sensor whose chip has this temperature.
  var temperatureKind: SensorKind = .accelerometer

  /// A buffered channel whose format has no size; a server may send channels that were not requested.
  private var unsized: String?

  /// Notices for the user.
  var notices: [SensorNotice] = []

  /// Sensors whose mount matrix was refused.
  var misalignedKinds: [SensorKind] { readings.filter { $0.mount == nil }.map(\.kind) }

  /// Rate for a timer trigger, Hz.
  ///
  /// At most the chip's own rate and little more than the requested one: some drivers have no lower rate.
  var pace: Double {
    settings.map { setting in
      guard let rate = setting.rate, rate > 0, rate <= 2 * setting.requestedRate else {
        return setting.requestedRate
      }
      return rate
    }.max() ?? 10
  }

  /// Rate expected of the device itself, Hz.
  var rate: Double {
    settings.map { setting in
      setting.rate.map { $0 > 0 ? $0 : setting.requestedRate } ?? setting.requestedRate
    }.max() ?? 10
  }

  /// Why the device cannot be read through a buffer; `nil` if it can.
  var obstacle: String? {
    if let unsized { return "\(unsized) has a format without a size" }
    for reading in readings {
      for channel in reading.channels {
        guard let format = channel.format else { return "\(channel.id) is not in its buffer" }
        if let unsupportedReason = format.unsupportedReason { return unsupportedReason }
      }
    }
    return nil
  }

  /// Sets rates and ranges, then reads scales, offsets and mount matrices.
  init(
    for kinds: [SensorKind], of device: IIODevice, configuration: IIOConfiguration
  ) throws(IIOError) {
    try Self.checkAnswers(device)
    var info = IIODeviceInfo(of: device, depth: .structure)
    unsized = info.channels.first { $0.format?.hasSize == false }?.id
    for kind in kinds {
      let ids = info.channelIDs(for: kind)
      guard let traits = SensorTraits(kind), let first = ids.first else {
        throw device.error(.findDevice, .notThere, SensorTraits(kind)?.channels.first)
      }
      let requested = configuration.rates[kind] ?? 25
      // One sampling frequency of the whole device serves all its kinds: the highest request is used.
      let isShared = !device.has("sampling_frequency", channel: first)
      let fastest = kinds.map { configuration.rates[$0] ?? 25 }.max() ?? requested
      let rate = RateSetting.setRate(isShared ? fastest : requested, channel: first, of: device)
      let range = configuration.ranges[kind]
      let format = info.channel(first)?.format
      if let range, let format {
        let factor = traits.toSI
        RateSetting.setRange(
          range, largest: format.largestValue, ids: ids, of: device,
          // Magnetometers declare more bits than they use, so that a narrow range could clip.
          mayNarrow: kind != .magnetometer,
          factor: { scale in factor * info.scaleCorrection(for: kind, scale: scale) })
      }
      var channels: [ChannelReading] = []
      for id in ids {
        guard let channel = info.channel(id) else { continue }
        channels.append(try ChannelReading(channel, of: device))
      }
      let scale = channels.first?.scale ?? 1
      let correction = info.scaleCorrection(for: kind, scale: scale)
      let mount = mount(for: kind, of: device, &info, configuration)
      readings.append(
        SensorReading(
          kind: kind, channels: channels, mount: mount, toSI: traits.toSI * correction,
          degreesPerUnit: configuration.compassDegreesPerUnit))
      settings.append(
        IIOAcceptance.Setting(
          kind: kind, requestedRate: requested, rate: rate,
          resolution: abs(scale) * traits.toSI * correction,
          range: format.map { $0.largestValue * abs(scale) * traits.toSI * correction },
          scaleCorrection: correction))
      comment(kind, requested: requested, rate: rate, correction: correction, title: device.title)
    }
    guard configuration.deliversTemperature,
      let channel = info.channels.first(where: {
        $0.type == "temp" && $0.isReadable && ($0.modifier == nil || $0.modifier == "ambient")
      })
    else { return }
    // An unreadable temperature does not prevent use of the sensor.
    temperature = try? ChannelReading(channel, of: device)
    let order: [SensorKind] = [.gyroscope, .accelerometer, .magnetometer, .barometer]
    temperatureKind = order.first { kinds.contains($0) } ?? .barometer
  }

  /// Reads one attribute, so that a server that does not answer fails here once.
  ///
  /// Later refusals are ignored, and each would take a full timeout.
  private static func checkAnswers(_ device: IIODevice) throws(IIOError) {
    guard let channel = device.channels.first(where: { device.has("scale", channel: $0.id) })
    else { return }
    do throws(IIOError) {
      _ = try device.text("scale", channel: channel.id)
    } catch {
      if error.isDisconnected || error.isTimeout { throw error }
    }
  }

  private mutating func comment(
    _ kind: SensorKind, requested: Double, rate: Double?, correction: Double, title: String
  ) {
    if correction != 1 {
      notices.append(
        SensorNotice(
          .info, kind,
          "the driver of \(title) reports a scale \(RateList.text(correction)) times too small; it is corrected"
        ))
    }
    guard let rate else { return }
    if rate < requested * 0.8 || rate > requested * 2.5 {
      notices.append(
        SensorNotice(
          kind == .magnetometer && rate < 20 ? .warning : .info, kind,
          "\(title) runs at \(RateList.text(rate)) Hz instead of the requested \(RateList.text(requested)) Hz: the driver has no nearer rate"
        ))
    }
  }

  private mutating func mount(
    for kind: SensorKind, of device: IIODevice, _ info: inout IIODeviceInfo,
    _ configuration: IIOConfiguration
  ) -> MountMatrix? {
    info.readMountMatrices(from: device)
    let mount = configuration.mount(of: kind, on: info)
    if let notice = mount.notice(of: device.title) { notices.append(notice) }
    return mount.matrix
  }
}

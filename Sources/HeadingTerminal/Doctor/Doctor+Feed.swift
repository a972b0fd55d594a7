import HeadingRuntime
package import HeadingSensing
package import HeadingSensorFeed

extension SensorKind {
  /// The sensors of a heading that a feed can deliver.
  package static let fed: [SensorKind] = FeedQuantity.allCases.compactMap(\.kind)
}

extension Doctor {
  /// Checks what the senders of an open feed declared and delivered.
  ///
  /// - Parameters:
  ///   - feed: What is listened on.
  ///   - senders: Its senders, with the measured rates of their sensors.
  ///   - problems: Its last warnings and errors.
  /// - Returns: Findings about the feed, each sensor and the last error.
  package func examineFeed(
    _ feed: FeedSettings, senders: [FeedSender], problems: [String]
  ) -> [Finding] {
    guard !senders.isEmpty else {
      return [
        Finding(
          .bad, "feed",
          "the \(feed.name) is open; no sender declared its sensors"
            + (problems.last.map { "; last error: \($0)" } ?? ""),
          remedy: feed.endpoints.isEmpty
            ? "connect the flight controller, and let it send MAVLink here: \(feed.page)"
            : "start the sender; it declares its sensors first, and every second where it has no "
              + "connection: \(feed.page)")
      ]
    }
    var findings: [Finding] = []
    for sender in senders {
      findings.append(
        sender.declaration.isSimulated
          ? Finding(
            .fair, "feed", "SIMULATED by \(sender.name)",
            remedy: "nothing is measured; end that sender to use real sensors")
          : Finding(.good, "feed", sender.name))
      for (sensor, rate) in zip(sender.declaration.sensors, sender.rates) {
        findings.append(finding(sensor, of: sender, rate: rate))
      }
    }
    if let last = problems.last {
      findings.append(
        Finding(
          .fair, "feed's last error", last, remedy: "see \"What is checked\" in \(feed.page)"))
    }
    return findings
  }

  private func finding(_ sensor: FeedSensor, of sender: FeedSender, rate: Double?) -> Finding {
    let subject = sensor.kind?.name ?? sensor.quantity.name
    let isNeeded = sensor.kind == .magnetometer || sensor.kind == .accelerometer
    let seen = "\(sensor.name) of \(sender.name)"
    let nominal = "\(NumberText.fixed(sensor.rate, 1)) Hz"
    guard sensor.mount != nil else {
      return Finding(
        isNeeded ? .bad : .fair, subject, "\(seen) has axes that are no rotation",
        remedy: "correct `axes` of its declaration")
    }
    guard let rate else {
      // Two samples of a slow sensor are further apart than the time of measurement.
      let isSlow = sensor.rate < 1
      return Finding(
        isSlow ? .good : isNeeded ? .bad : .fair, subject,
        "\(seen), declared \(nominal): "
          + (isSlow ? "the rate was not measured" : "no samples that can be used"),
        remedy: isSlow ? "" : "see what the sender sends; docs/feed.md lists what is checked")
    }
    let measured = "\(NumberText.fixed(rate, 1)) Hz"
    guard FeedSensor.isPlausible(rate, for: sensor.rate) else {
      return Finding(
        .fair, subject, "\(seen) declares \(nominal) and delivers \(measured)",
        remedy: "correct `rate` of its declaration, or find what loses samples")
    }
    return Finding(.good, subject, "\(seen), \(measured) (declared \(nominal))")
  }

  /// Checks the IIO context for the sensors that the feed does not deliver.
  ///
  /// - Parameter isNamed: Whether the user named the context or one of its devices.
  /// - Returns: All findings of ``examineMachine()``; those of missing sensors alone where the feed
  ///   suffices and there is no IIO device.
  package func examineMachineBesideFeed(isNamed: Bool) -> [Finding] {
    guard !isNamed, fed.isSuperset(of: [.magnetometer, .accelerometer]),
      case .nothing = SensorDiscovery(configuration)
    else { return examineMachine() }
    return SensorKind.fed.filter { !fed.contains($0) }.compactMap(missing)
  }
}

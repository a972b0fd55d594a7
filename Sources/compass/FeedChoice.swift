import ArgumentParser
import Foundation
import HeadingGNSS
import HeadingRuntime
import HeadingSensing
import HeadingStorage
import HeadingTerminal
import IndustrialIO

/// Builds the feed that the command line asks for.
enum FeedChoice {
  static func open(
    source: SourceOptions, place: PlaceOptions, daemon: DaemonOptions, profile path: String?,
    gpsd: String, isWaiting: Bool = false
  ) throws -> HeadingFeed {
    let (plan, complaint) = SensorPlan.decide(
      source.configuration, isExplicit: source.uri != nil || isWaiting,
      simulating: source.simulate || source.scenario != nil ? try source.parsedScenario() : nil,
      fallback: try source.parsedScenario())
    let service = HeadingService(isSimulated: plan.isSimulated)
    if let complaint { tell(complaint, isSimulated: plan.isSimulated, of: source, to: service) }
    var calibration: CalibrationParameters?
    if let path {
      let (parameters, notice) = SensorPlan.parameters(
        of: try ProfileArgument.load(path), mount: plan.mount)
      calibration = parameters
      if let notice { service.notice(notice) }
    } else {
      let store = ProfileStore(environment: ProcessInfo.processInfo.environment)
      let (parameters, notice) = plan.profile(in: store)
      calibration = parameters
      if let notice { service.notice(notice) }
    }
    service.configure(
      settings: place.settings, calibration: calibration, date: place.universalTime)
    var sources: [any SensorSource] = [plan.source]
    if !plan.isSimulated, let receiver = try receiver(gpsd) { sources.append(receiver) }
    return HeadingFeed(name: plan.name, service: service, sources: sources)
  }

  /// The receiver behind gpsd at HOST[:PORT] or [ADDRESS]:PORT; `nil` for `none`.
  private static func receiver(_ text: String) throws -> GPSDSource? {
    if text == "none" { return nil }
    var host = text[...]
    var port = GPSDSource.defaultPort
    if let colon = text.lastIndex(of: ":"),
      text.hasPrefix("[") || text.firstIndex(of: ":") == colon,
      !text.hasSuffix("]")
    {
      guard let number = Int(text[text.index(after: colon)...]), (1...65_535).contains(number)
      else {
        throw ValidationError("--gpsd '\(text)' has no port between 1 and 65535 after its colon.")
      }
      port = number
      host = text[..<colon]
    }
    let name = host.filter { $0 != "[" && $0 != "]" }
    guard !name.isEmpty else { throw ValidationError("--gpsd '\(text)' names no host.") }
    return GPSDSource(host: name, port: port)
  }

  /// One line why the sensors are not those that were looked for, and how to get some.
  private static func tell(
    _ complaint: String, isSimulated: Bool, of source: SourceOptions, to service: HeadingService
  ) {
    let remedy =
      isSimulated
      ? "attach an IIO magnetometer (see `compass doctor`); showing a SIMULATED hat"
      : "waiting for \(source.configuration.uri); see `compass doctor`"
    service.notice(SensorNotice(.warning, nil, "\(complaint): \(remedy)"))
  }
}

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
    gpsd: String
  ) throws -> HeadingFeed {
    let (plan, complaint) = SensorPlan.decide(
      source.configuration, isExplicit: source.uri != nil,
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
    return HeadingFeed(name: plan.name, service: service, sources: [plan.source])
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

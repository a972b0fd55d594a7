import HeadingCalibration
import HeadingEngine
import HeadingProtocol
import HeadingRuntime
import HeadingSensing

extension StatusMessage {
  /// The status of a service and its server.
  init(_ report: ServiceReport, load: ServerLoad, calibrating: ContinuousCalibration? = nil) {
    self.init(server: ServerSettings(socketPath: nil).serverName)
    uptime = report.time.seconds(since: report.start)
    source = report.source
    simulated = report.isSimulated
    sensors = SensorKind.allCases.map { kind in
      let entry = report.activity[kind]
      var sensor = Sensor(kind, entry.state)
      sensor.count = entry.count
      sensor.rate = entry.rate
      sensor.age = entry.newest.map { max(0, report.time.seconds(since: $0)) }
      sensor.temperature = entry.temperature.map { $0 - 273.15 }
      return sensor
    }
    updates = report.latency.count
    rate = report.rate
    latency.median = report.latency.quantile(0.5)
    latency.percentile99 = report.latency.quantile(0.99)
    latency.maximum = report.latency.maximum
    subscribers = load.subscribers
    missed = load.missed
    recorder = report.recorder.state.name
    calibrated = report.calibration != nil
    continuousCalibration = (calibrating?.policy ?? .off).rawValue
    proposedCalibration = calibrating?.proposal?.description
    let troubles = report.outputTroubles.sorted { $0.key < $1.key }.map { $0.value }
    outputTroubles = troubles.isEmpty ? nil : troubles
    courseAudit = report.courseAudit
    if let newest = report.newest {
      status = newest.solution.status.name
      reasons = newest.solution.reasons.names
      steer = newest.steer.name
    }
  }
}

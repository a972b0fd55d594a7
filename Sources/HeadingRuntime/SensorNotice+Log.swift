public import HeadingSensing
public import Logging

extension SensorNotice {
  /// Logs the notice at the level of its severity.
  public func log(to logger: Logger) {
    let level: Logger.Level =
      switch severity {
      case .info: .info
      case .warning: .warning
      case .error: .error
      }
    logger.log(level: level, "\(message)", metadata: sensor.map { ["sensor": "\($0.name)"] })
  }
}

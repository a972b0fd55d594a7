import Foundation
import HeadingEngine
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import HeadingStorage
import Logging

/// Answers the commands of clients.
struct CommandDesk: Sendable {
  let service: HeadingService
  let logger: Logger
  var store = ProfileStore(environment: ProcessInfo.processInfo.environment)

  private let inForce = ProfileInForce()

  /// The answer to a client of a level.
  func answer(
    to command: Command, level: AccessLevel, load: ServerLoad
  ) async -> CommandAnswer {
    switch command.name {
    case .status:
      let report = service.report
      var status = StatusMessage(report, load: load, calibrating: service.continuous)
      status.profile = inForce.found(report, in: store)?.text
      return .status(status)
    case .calibration: return .calibration(calibration)
    case .profiles: return .profiles(ProfilesMessage(Set(store.sensors.map(\.text)).sorted()))
    case .useProfile: return use(command, level)
    case .acceptCalibration, .rollbackCalibration: return change(command, level)
    case .authorization, .requestAuthorization, .authorizations, .authorize, .answer, .monitor:
      return .failure(
        CommandFailure(command.command, "this server does not judge programs"))
    case .load: return take(load: command, level)
    case nil:
      let known = Command.Name.allCases.map(\.rawValue).joined(separator: ", ")
      return .failure(
        CommandFailure(String(command.command.prefix(64)), "is not known; known are \(known)"))
    }
  }

  /// Follows an order about the calibration that was found while running.
  private func change(_ command: Command, _ level: AccessLevel) -> CommandAnswer {
    func failure(_ reason: String) -> CommandAnswer {
      .failure(CommandFailure(command.command, reason))
    }
    guard level >= .control else {
      return failure("this user may not give orders; see `access.control` in docs/service.md")
    }
    guard let continuous = service.continuous else {
      return failure("no sensors are in use yet")
    }
    let isRollback = command.name == .rollbackCalibration
    guard isRollback ? continuous.rollBack(on: service) : continuous.accept(on: service) else {
      return failure(
        isRollback
          ? "there is no calibration before this one"
          : "no better calibration was found yet; see `compass status`")
    }
    inForce.forget()
    return .calibration(calibration)
  }

  /// The calibration in force.
  private var calibration: CalibrationMessage {
    let report = service.report
    var message = CalibrationMessage(report.calibration)
    message.revision = inForce.found(report, in: store)?.revision
    return message
  }

  private func take(load command: Command, _ level: AccessLevel) -> CommandAnswer {
    guard level >= .control else {
      return .failure(
        CommandFailure(
          command.command, "this user may not give orders; see `access.control` in docs/service.md")
      )
    }
    guard let value = command.value, value.isFinite else {
      return .failure(CommandFailure(command.command, "`value` is missing or no number"))
    }
    service.deliver(load: value)
    return .load(LoadMessage(value))
  }

  private func use(_ command: Command, _ level: AccessLevel) -> CommandAnswer {
    func failure(_ reason: String) -> CommandAnswer {
      .failure(CommandFailure(command.command, reason))
    }
    guard level >= .control else {
      return failure("this user may not give orders; see `access.control` in docs/service.md")
    }
    guard let name = command.profile,
      let place = store.sensors.first(where: { $0.text == name })
    else {
      return failure("there is no such profile; the command `profiles` names those that are kept")
    }
    let report = service.report
    guard let sensor = report.sensor else { return failure("there is no magnetometer in use") }
    do throws(ProfileError) {
      let profile = try ProfileStore.read(
        place.folder.appendingPathComponent("\(name).json"), for: sensor, date: nil)
      let (parameters, _) = SensorPlan.parameters(of: profile, mount: report.mount)
      service.deliver(.calibration(report.time, parameters))
      service.continuous?.noteChoice()
      inForce.forget()
      logger.notice("the calibration profile \(name) was put into force by a client")
      var message = CalibrationMessage(parameters)
      message.revision = calibration.revision
      return .calibration(message)
    } catch {
      return failure("\(error)")
    }
  }
}

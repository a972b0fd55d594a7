import FoundationEssentials
import HeadingAuthorization
import HeadingEngine
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import HeadingStorage
import Logging

/// Answers the commands of clients.
struct CommandHandler: Sendable {
  let service: HeadingService
  let logger: Logger
  /// Answers where the web page is, with its token.
  var web: @Sendable (_ phone: Bool) -> CommandAnswer = { WebPresence.off.answer(phone: $0) }
  var store = ProfileStore(environment: ProcessInfo.processInfo.environment)

  /// The largest load, in the vehicle's unit, that a field can depend on.
  private static let largestLoad = 1e6

  /// Finds the stored profile in force.
  private let profileInForce = ProfileInForce()

  /// Answers a command of a client with the given access level.
  func answer(
    to command: Command, level: AccessLevel, load: ServerLoad
  ) async -> CommandAnswer {
    guard level >= command.requiredLevel else { return .failure(.mayNotControl(command)) }
    switch command {
    case .status:
      let report = service.report
      var status = StatusMessage(report, load: load, calibrating: service.continuous)
      status.profile = profileInForce.found(report, in: store)?.text
      return .status(status)
    case .calibration: return .calibration(calibration)
    case .profiles: return .profiles(ProfilesMessage(Set(store.sensors.map(\.text)).sorted()))
    case .useProfile(let name):
      do throws(CommandFailure) {
        return .calibration(try use(name, for: command))
      } catch {
        return .failure(error)
      }
    case .acceptCalibration:
      return change(
        command, { $0.accept(on: service) },
        reasonForRefusal: "no better calibration was found yet; see `compass status`")
    case .rollbackCalibration:
      return change(
        command, { $0.rollBack(on: service) },
        reasonForRefusal: "there is no calibration before this one")
    case .load(let value):
      guard abs(value) <= Self.largestLoad else {
        return .failure(
          CommandFailure(command, "no load is beyond ±\(Int(Self.largestLoad)) in any useful unit"))
      }
      service.deliver(load: value)
      return .load(LoadMessage(value))
    case .web(let phone):
      return web(phone)
    case .authorization, .requestAuthorization, .authorizations, .authorize, .answer, .monitor:
      return .failure(CommandFailure(command, "this server does not authorize programs"))
    case .startCalibration, .finishCalibration, .cancelCalibration:
      return .failure(CommandFailure(command, "this server does not calibrate"))
    }
  }

  /// Accepts or rolls back a result of the continuous calibration; refuses with the reason if
  /// `change` returns false.
  private func change(
    _ command: Command, _ change: (ContinuousCalibration) -> Bool, reasonForRefusal reason: String
  ) -> CommandAnswer {
    guard let continuous = service.continuous else {
      return .failure(CommandFailure(command, "no sensors are in use yet"))
    }
    guard change(continuous) else { return .failure(CommandFailure(command, reason)) }
    profileInForce.forget()
    return .calibration(calibration)
  }

  /// The calibration in force.
  var calibration: CalibrationMessage {
    let report = service.report
    var message = CalibrationMessage(report.calibration)
    message.revision = profileInForce.found(report, in: store)?.revision
    return message
  }

  /// Notes that another component has changed the store.
  func storeChanged() { profileInForce.forget() }

  /// The file of a stored profile by its name, SENSOR or SENSOR:REVISION; `nil` if there is none.
  private func file(of name: String) -> URL? {
    if let stored = store.sensors.first(where: { $0.text == name }) {
      return stored.folder.appendingPathComponent("\(name).json")
    }
    guard let colon = name.lastIndex(of: ":"), let number = Int(name[name.index(after: colon)...]),
      store.sensors.contains(where: { $0.text == name[..<colon] })
    else { return nil }
    return store.keeper(of: String(name[..<colon]))?.revisions.first { $0.number == number }?.url
  }

  /// Applies a stored profile.
  private func use(
    _ name: String, for command: Command
  ) throws(CommandFailure) -> CalibrationMessage {
    guard let file = file(of: name) else {
      throw CommandFailure(
        command, "there is no such profile; the command `profiles` names those that are kept")
    }
    let report = service.report
    guard let sensor = report.sensor else {
      throw CommandFailure(command, "there is no magnetometer in use")
    }
    do throws(ProfileError) {
      let profile = try ProfileStore.read(file, for: sensor, date: nil)
      let (parameters, _) = SensorPlan.parameters(of: profile, mounts: report.mounts)
      service.deliver(.calibration(report.time, parameters))
      service.continuous?.noteSelectedProfile()
      profileInForce.forget()
      logger.notice("the calibration profile \(name) was put into force by a client")
      var message = CalibrationMessage(parameters)
      message.revision = calibration.revision
      return message
    } catch {
      throw CommandFailure(command, "\(error)")
    }
  }
}

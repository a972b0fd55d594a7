import Dispatch
import HeadingProtocol
import HeadingRuntime
import Logging
import Synchronization

/// Guided calibrations on behalf of clients, one at a time.
///
/// Orders and fits run one after another on a queue of their own: a fit takes a tenth of a second and
/// storing waits for the disk, which neither the loops of the servers nor the sources' tasks may do.
final class CalibrationService: Sendable {
  /// The client of a calibration: one connection.
  final class Client: Sendable {
    /// Who it is, for other clients and the log.
    let name: String

    /// Receives what it did not ask for: progress, and the reason for an end.
    let tell: @Sendable (CommandAnswer) -> Void

    init(name: String, tell: @escaping @Sendable (CommandAnswer) -> Void) {
      self.name = name
      self.tell = tell
    }
  }

  private struct Running {
    let client: Client
    let calibration: any ServiceGuide
  }

  private let commands: CommandHandler
  private let queue = DispatchQueue(label: "headingd.calibration", qos: .utility)
  private let running = Mutex<Running?>(nil)

  /// Creates a service for the sensors of the commands' service.
  init(_ commands: CommandHandler) { self.commands = commands }

  /// Follows a command of a guided calibration; commands are followed in order.
  func follow(
    _ command: Command, from client: Client, answer: @escaping @Sendable (CommandAnswer) -> Void
  ) {
    queue.async { answer(self.answer(to: command, from: client)) }
  }

  /// Ends the calibration of a client whose connection has ended.
  func leave(_ client: Client) {
    queue.async { _ = self.end(of: client, "its connection ended") }
  }

  private func answer(to command: Command, from client: Client) -> CommandAnswer {
    switch command {
    case .startCalibration(let request): start(request, for: client, command)
    case .finishCalibration(let force): finish(force: force, for: client, command)
    case .cancelCalibration:
      end(of: client, "it was cancelled")
        ? .calibration(commands.calibration) : .failure(Self.none(command))
    default: .failure(CommandFailure(command, "it is not about a guided calibration"))
    }
  }

  private static func none(_ command: Command) -> CommandFailure {
    CommandFailure(command, "this connection has started no calibration, or it has ended")
  }

  private func start(
    _ request: CalibrationRequest, for client: Client, _ command: Command
  ) -> CommandAnswer {
    if let other = running.withLock({ $0?.client }) {
      return .failure(
        CommandFailure(
          command,
          other === client
            ? "this connection calibrates already"
            : "another client calibrates already: \(other.name)"))
    }
    do throws(CalibrationInterruption) {
      let calibration = try commands.service.guide(request)
      let progress = try calibration.look()
      running.withLock { $0 = Running(client: client, calibration: calibration) }
      lookLater(at: calibration)
      return progress
    } catch {
      return .failure(CommandFailure(command, "\(error)"))
    }
  }

  private func finish(force: Bool, for client: Client, _ command: Command) -> CommandAnswer {
    guard let running = running.withLock({ $0 }), running.client === client else {
      return .failure(Self.none(command))
    }
    do throws(CalibrationRefusal) {
      let message = try running.calibration.finish(force: force)
      self.running.withLock { $0 = nil }
      commands.storeChanged()
      return .calibration(message)
    } catch {
      return .failure(CommandFailure(command, "\(error)"))
    }
  }

  /// Ends a client's calibration without a result.
  ///
  /// - Returns: Whether it had one.
  private func end(of client: Client, _ reason: String) -> Bool {
    let isItsOwn = running.withLock { running in
      guard running?.client === client else { return false }
      running = nil
      return true
    }
    if isItsOwn {
      commands.logger.notice(
        "a guided calibration ended without a result",
        metadata: ["client": "\(client.name)", "reason": "\(reason)"])
    }
    return isItsOwn
  }

  /// Fits once more after the interval, unless the calibration has ended by then.
  private func lookLater(at calibration: any ServiceGuide) {
    queue.asyncAfter(deadline: .now() + calibration.interval) {
      [weak self, weak calibration] in
      guard let self, let calibration,
        let client = running.withLock({
          $0?.calibration === calibration ? $0?.client : nil
        })
      else { return }
      do throws(CalibrationInterruption) {
        client.tell(try calibration.look())
        lookLater(at: calibration)
      } catch {
        _ = end(of: client, "\(error)")
        client.tell(.failure(CommandFailure(Command.Name.startCalibration.rawValue, "\(error)")))
      }
    }
  }
}

import HeadingAuthorization
import HeadingProtocol
import NIOCore

/// Everything here runs on the server's event loop.
extension SubscriberHandler {
  /// Answers a command of a guided calibration.
  func answerCalibration(_ command: Command) {
    guard let calibrations = hub.calibrations, let context else { return }
    guard level >= command.requiredLevel else {
      return answer(command, .failure(.mayNotControl(command)))
    }
    guard commandsUnderWay < Self.mostCommands else { return refuseToWait(command) }
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let client =
      calibrator
      ?? CalibrationService.Client(name: peerName) { news in
        bound.eventLoop.execute { bound.value.offer(news) }
      }
    calibrator = client
    commandsUnderWay += 1
    calibrations.follow(command, from: client) { answer in
      bound.eventLoop.execute {
        bound.value.commandsUnderWay -= 1
        bound.value.answer(command, answer)
      }
    }
  }

  /// Ends the client's calibration after a disconnect.
  func endCalibration() {
    if let calibrator { hub.calibrations?.leave(calibrator) }
    calibrator = nil
  }

  /// The client in words, for other clients that may give orders.
  private var peerName: String {
    guard let credentials else { return address.map { "a client at \($0)" } ?? "a client over TCP" }
    return "process \(credentials.process) of user \(credentials.user)"
  }
}

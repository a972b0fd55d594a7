package import HeadingMAVLink
import HeadingSensing

extension FeedSession {
  /// Starts with a flight controller.
  ///
  /// - Parameters:
  ///   - settings: Its link.
  ///   - clock: The clock of signatures.
  ///   - accepted: The signatures of this and of earlier senders.
  package init(
    _ settings: FlightControllerSettings, clock: SigningClock,
    accepted: AcceptedSignatures = AcceptedSignatures()
  ) {
    self.init(endpoint: settings.endpoint.name, format: .auto)
    controller = FlightControllerDecoder(settings, clock: clock, accepted: accepted)
  }

  /// Whether it is one with a flight controller.
  var isFlightController: Bool { controller != nil }

  /// Takes a controller's bytes.
  mutating func takeFrames(
    _ bytes: ArraySlice<UInt8>, at now: BootTime, _ outputs: inout [FeedOutput],
    _ claim: (FeedDeclaration) -> String?
  ) {
    for output in controller?.take(bytes, at: now) ?? [] {
      switch output {
      case .message(let message):
        guard admit(at: now, &outputs) else { continue }
        lastMessage = now
        do throws(FeedRefusal) {
          try take(message, at: now, &outputs, claim)
        } catch {
          refuse(error, &outputs)
        }
      case .events(let events):
        guard admit(at: now, &outputs) else { continue }
        lastMessage = now
        outputs.append(.events(events))
        if events.contains(where: { if case .fix = $0 { true } else { false } }), !hasFix {
          hasFix = true
          outputs.append(.fixes)
        }
      case .fault(let text): fault(text, &outputs, .warning)
      case .reply(let frame): outputs.append(.reply(frame))
      }
    }
    if controller?.hasFrame == true, lastMessage == nil { lastMessage = now }
  }

  /// What is due without bytes.
  mutating func checkController(at now: BootTime, _ outputs: inout [FeedOutput]) {
    for output in controller?.check(at: now) ?? [] {
      switch output {
      case .events(let events): outputs.append(.events(events))
      case .fault(let text): fault(text, &outputs, .warning)
      case .reply(let frame): outputs.append(.reply(frame))
      case .message: break
      }
    }
  }
}

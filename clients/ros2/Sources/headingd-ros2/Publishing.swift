import FoundationEssentials
import HeadingClient
import HeadingROS
import ROSPublishing

/// Reads the daemon and publishes, until its task is cancelled.
struct Publishing: Sendable {
  /// `nil` for this machine's daemon, which is looked for at each attempt.
  let address: ServerAddress?
  let rate: Double?
  let options: ROSOptions
  let node: NodeName
  let domain: UInt32
  let network: Network
  let distribution: Distribution

  func run() async throws {
    unsafe Participant.log { line in
      if let line = unsafe line { Notices.say("Cyclone DDS: " + (unsafe String(cString: line))) }
    }
    let participant = try Participant(node, domain: domain, on: network, for: distribution)
    Notices.say("node \(node) in domain \(domain), for \(network)")
    var reader = ROSReader(rate: rate, options: options)
    var notices = Notices()
    while !Task.isCancelled {
      let address = address ?? .default
      do {
        try await reader.run(at: address) { messages, isSimulated in
          notices.report(
            "publishing what headingd at \(address) sends" + (isSimulated ? ", SIMULATED" : ""))
          for message in messages { publish(message, participant, &notices) }
        }
      } catch {
        notices.report("\(error). Trying again every second.")
        // Each second, as with a daemon.
        publish(
          .absence("\(error)", at: Date().timeIntervalSince1970), participant, &notices)
        try? await Task.sleep(for: .seconds(1))
      }
    }
    Notices.say("ended")
  }

  private func publish(
    _ message: ROSMessage, _ participant: borrowing Participant, _ notices: inout Notices
  ) {
    do { try participant.publish(message) } catch { notices.report("\(error)") }
  }
}

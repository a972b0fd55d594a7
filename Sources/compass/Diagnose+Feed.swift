import FoundationEssentials
import HeadingArguments
import HeadingClient
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import HeadingSensorFeed
import HeadingStorage
import HeadingTerminal

extension Diagnose {
  /// What was found of a feed.
  struct FeedExamination {
    var findings: [Finding] = []

    /// The open feed, for the samples that are listened to later.
    var receiver: FeedReceiver?

    /// Whether the daemon reads the feed, so that only it can listen.
    var isOfDaemon = false
  }

  /// Checks the feed of the options, else that of the packaged service.
  ///
  /// - Parameters:
  ///   - sensors: The options; the feed that is listened to is added.
  ///   - doctor: Learns what the feed delivers.
  /// - Returns: What was found; nothing without a feed.
  func examineFeed(
    _ sensors: inout SensorOptions, _ doctor: inout Doctor
  ) async -> FeedExamination {
    var result = FeedExamination()
    if !sensors.source.hasFeed, !sensors.source.namesDevices, Self.useServiceFeed(&sensors),
      let status = await Self.daemonStatus()
    {
      sensors.source.feed = []
      sensors.source.flightController = FlightControllerOptions()
      let present = status.sensors.filter { $0.reportedState == .present }.compactMap(\.kind)
      doctor.fed = Set(present)
      result.isOfDaemon = true
      result.findings.append(
        Finding(
          present.isEmpty ? .bad : .good, "feed",
          "headingd reads \(status.source): "
            + (present.isEmpty ? "no sensor" : present.map(\.name).joined(separator: ", ")),
          remedy: present.isEmpty
            ? "start the sender; `journalctl -u headingd` has the reasons" : ""))
      return result
    }
    do throws(FeedError) {
      guard let receiver = try sensors.source.feedReceiver() else { return result }
      let senders = receiver.survey(waiting: SourceOptions.declarationWait)
      doctor.fed = Set(senders.flatMap(\.declaration.sensors).compactMap(\.kind))
      result.receiver = receiver
      result.findings = doctor.examineFeed(
        receiver.settings, senders: senders, problems: receiver.problems)
    } catch {
      result.findings.append(
        Finding(
          .bad, "feed", "\(error)",
          remedy: "correct the endpoint, or end the program that has it"))
    }
    return result
  }

  /// Uses the feed of the service's configuration; returns whether it has one.
  ///
  /// A wrong configuration is another finding.
  private static func useServiceFeed(_ sensors: inout SensorOptions) -> Bool {
    let path = Doctor.configurationPath
    guard let configuration = try? ServiceConfiguration(contentsOf: path, environment: [:]),
      configuration.feed.complaints.isEmpty, configuration.mavlink.complaints.isEmpty
    else { return false }
    let endpoints = configuration.feed.endpoints
    sensors.source.feed = endpoints
    sensors.source.feedFormat = sensors.source.feedFormat ?? configuration.feed.format
    sensors.source.feedGroup = configuration.feed.socketGroup
    sensors.source.flightController.configuration = configuration.mavlink
    return sensors.source.hasFeed
  }

  private static func daemonStatus() async -> StatusMessage? {
    guard
      let path = SocketPath.forClient(environment: ProcessInfo.processInfo.environment),
      case .status(let status)? = try? await DaemonClient(.socket(path)).answer(to: .status)
    else { return nil }
    return status
  }
}

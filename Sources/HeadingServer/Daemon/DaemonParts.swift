import Dispatch
import FoundationEssentials
import HeadingAuthorization
import HeadingEngine
import HeadingMonitoring
import HeadingOutputs
import HeadingProtocol
import HeadingRecording
import HeadingRuntime
import HeadingSensing
import HeadingStorage
import HeadingSystemd
import Logging
import Synchronization

/// The running parts of the daemon, and the changes that a new configuration makes to them.
actor DaemonParts {
  /// The data path from sources through engine to subscribers; kept across configurations.
  nonisolated let service = HeadingService()

  private let find: @Sendable (ServiceConfiguration) throws -> SensorSetup
  private let log: ServiceLog
  let logger: Logger
  nonisolated let publisher = Publisher()
  private let recordings: RecordingStream
  private let commands: CommandHandler
  private let calibrations: CalibrationService
  private let inherited: [CInt]
  private var applied: ServiceConfiguration?
  private var authorizer: ProgramAuthorizer?
  private var authorizing: Task<Void, Never>?
  private var listening: Task<Void, Never>?
  var remote: RemoteEntrance?
  var remoteListening: Task<Void, Never>?
  var web: WebEntrance?
  var webListening: Task<Void, Never>?
  /// The subscriptions of the page's history.
  var watching: [UInt64]?
  private var reading: Task<Void, Never>?
  private var outputs: [ConfiguredOutput: Task<Void, Never>] = [:]
  private var measuring: Task<Void, Never>?
  private var keeping: Task<Void, Never>?
  private var recorder: FlightRecorder?
  private var recording: Task<Void, Never>?
  private var recordedSetup: RecordingSetup?
  private var isStopped = false

  init(
    find: @escaping @Sendable (ServiceConfiguration) throws -> SensorSetup,
    manager: ServiceManager, log: ServiceLog, logger: Logger
  ) {
    self.find = find
    self.log = log
    self.logger = logger
    inherited = manager.inheritedSockets()
    commands = CommandHandler(service: service, logger: logger) { [publisher] in
      publisher.web.answer(phone: $0)
    }
    calibrations = CalibrationService(commands)
    service.subscribe { [publisher] in
      publisher.hold($0)
    } settled: { [publisher] in
      publisher.send()
    }
    service.listen { [publisher] in publisher.hold($0) }
    let news = NewsFilter()
    service.observeNotices { [publisher] notice in
      guard news.isNews(notice) else { return }
      notice.log(to: logger)
      publisher.publish(notice)
    }
    let recordings = RecordingStream(of: service) { [publisher] in publisher.hold($0) }
    publisher.recordings = recordings
    self.recordings = recordings
    let watch = Mutex(ValueFaultWatch())
    service.subscribe { [publisher] update in
      let news = watch.withLock {
        $0.note(update.solution.reasons, at: update.solution.time.seconds)
      }
      for notice in SensorNotice.all(of: news) {
        notice.log(to: logger)
        publisher.publish(notice)
      }
    }
  }

  /// Applies a configuration.
  ///
  /// Steps that can fail run first, so that a failing configuration changes nothing. Only at the
  /// start the sensor search, which may take seconds, follows listening, so that clients can
  /// connect.
  ///
  /// - Throws: The error that prevents it; the previous configuration stays in force.
  func apply(_ new: ServiceConfiguration) async throws {
    let old = applied
    let readsAnew =
      new.sensors != old?.sensors || new.feed != old?.feed || new.mavlink != old?.mavlink
      || new.place != old?.place
      || new.data != old?.data
      || new.navigation != old?.navigation
    var setup = old != nil && readsAnew ? try await look(new) : nil
    let remote = try entrance(new)
    let web = try webEntrance(new)
    try await serve(new, before: old)
    log.level = Logger.Level(rawValue: new.log.level) ?? .info
    service.promise(SteerContract(new.robot))
    publisher.promise(SteerContract(new.robot))
    if new.recorder != old?.recorder { await record(new) }
    if new.state != old?.state { await keep(new.state, isFirst: old == nil) }
    if readsAnew {
      if setup == nil { setup = try await look(new) }
      if let setup { await read(setup, new) }
    }
    await send(new.outputs)
    await serveRemotely(new, remote, before: old)
    await serveWeb(new, web, before: old)
    if new.metrics != old?.metrics { await measure(new.metrics) }
    applied = new
  }

  /// Finds the sensors of a configuration.
  private func look(_ configuration: ServiceConfiguration) async throws -> SensorSetup {
    try await Self.blocking { [find] in try find(configuration) }
  }

  /// Applies the authorization and listening settings; restores the previous ones on failure.
  private func serve(_ new: ServiceConfiguration, before old: ServiceConfiguration?) async throws {
    let isAuthorizedAnew = new.authorization != old?.authorization
    guard isAuthorizedAnew || new.local != old?.local else { return }
    if isAuthorizedAnew { authorize(new) }
    do {
      try await listen(new)
    } catch {
      if let old {
        if isAuthorizedAnew { authorize(old) }
        try? await listen(old)
      }
      throw error
    }
  }

  /// Delay of lines in the event loop, s.
  nonisolated var lag: Double { publisher.server?.lag ?? 0 }

  /// Stops all parts.
  func stop() async {
    isStopped = true
    listening?.cancel()
    remoteListening?.cancel()
    webListening?.cancel()
    authorizing?.cancel()
    reading?.cancel()
    measuring?.cancel()
    for output in outputs.values { output.cancel() }
    keeping?.cancel()
    // State and recording first: they must not be lost if another part hangs.
    await keeping?.value
    recording?.cancel()
    await recording?.value
    await listening?.value
    await remoteListening?.value
    await webListening?.value
    await reading?.value
    for output in outputs.values { await output.value }
    await measuring?.value
  }

  /// Replaces the program authorizer.
  private func authorize(_ configuration: ServiceConfiguration) {
    authorizing?.cancel()
    let complain = { @Sendable [logger] (text: String) in logger.warning("\(text)") }
    let authorizer = ProgramAuthorizer(configuration.authorization, complain: complain)
    let monitoring = MonitoringService(
      configuration.authorization, authorizer: authorizer, socket: configuration.listen.socket,
      complain: complain)
    authorizer.monitoring = monitoring
    authorizing = Task { await authorizer.run() }
    self.authorizer = authorizer
    publisher.monitoring = monitoring
  }

  /// Makes a server, for this machine's clients or, with an entrance, those of others or of the web page.
  func server(
    _ configuration: ServiceConfiguration, remote: RemoteEntrance? = nil, web: WebEntrance? = nil
  ) -> HeadingServer {
    let local = ServerSettings(
      configuration.listen, configuration.access, inherited: inherited)
    var settings =
      remote.map { ServerSettings($0.configuration, configuration.access, beside: local) } ?? local
    if web != nil {
      (settings.socketPath, settings.loopbackPort, settings.inheritedSockets) = (nil, nil, [])
    }
    return HeadingServer(
      settings, logger: logger, authorizer: authorizer, calibrations: calibrations,
      recordings: (
        begin: { [recordings] in recordings.begin() },
        end: { [recordings, publisher] in
          if !publisher.wants(.recording) { recordings.end() }
        }
      ), remote: remote, web: web,
      commands: { [publisher, commands] command, level, _ in
        await commands.answer(to: command, level: level, load: publisher.load)
      })
  }

  private func listen(_ configuration: ServiceConfiguration) async throws {
    listening?.cancel()
    await listening?.value
    let server = server(configuration)
    let (outcome, signal) = AsyncStream.makeStream(of: Result<Void, HeadingServerError>.self)
    listening = Task { [publisher] in
      do throws(HeadingServerError) {
        try await server.run {
          publisher.server = server
          signal.yield(.success(()))
        }
      } catch {
        signal.yield(.failure(error))
      }
      publisher.server = nil
      signal.finish()
    }
    for await result in outcome { return try result.get() }
  }

  private func read(_ setup: SensorSetup, _ configuration: ServiceConfiguration) async {
    if isStopped { return }
    reading?.cancel()
    await reading?.value
    let recorded = RecordingSetup(setup, configuration: .init(configuration))
    recorder?.add(recorded)
    recordings.add(recorded)
    recordedSetup = recorded
    service.use(setup)
    logger.info("reading \(setup.name)")
    reading = Task { [service] in await service.run(setup.sources) }
  }

  /// Restores the saved state at the start, and saves it from now on.
  private func keep(_ configuration: StateConfiguration, isFirst: Bool) async {
    keeping?.cancel()
    await keeping?.value
    let folder = ProcessInfo.processInfo.environment["STATE_DIRECTORY"]
    guard let path = configuration.file ?? folder.map({ $0 + "/state.json" }) else { return }
    let keeper = StateKeeper(
      file: URL(fileURLWithPath: path), service: service, logger: logger)
    if isFirst { keeper.restore() }
    keeping = Task { await keeper.run() }
  }

  /// Restarts the flight recorder with a configuration.
  private func record(_ configuration: ServiceConfiguration) async {
    recording?.cancel()
    await recording?.value
    (recorder, recording) = (nil, nil)
    guard let folder = configuration.recorder.folder else { return }
    let recorder = FlightRecorder(configuration.recorder, folder: folder, service: service)
    if var setup = recordedSetup {
      // A source may have reported since then that it is simulated.
      setup.simulated = service.report.isSimulated
      recorder.add(setup)
    }
    self.recorder = recorder
    recording = Task { await recorder.run() }
  }

  private func measure(_ configuration: MetricsConfiguration) async {
    measuring?.cancel()
    await measuring?.value
    let metrics = MetricsServer(configuration: configuration, service: service) {
      [publisher] in
      publisher.server
    } load: {
      [publisher] in
      publisher.load
    }
    measuring = Task { [logger] in await metrics.run(logger: logger) }
  }

  /// Stops outputs that are no longer configured, and starts new ones.
  private func send(_ wanted: [ConfiguredOutput]) async {
    for (configuration, task) in outputs where !wanted.contains(configuration) {
      task.cancel()
      await task.value
      outputs[configuration] = nil
    }
    for configuration in wanted where outputs[configuration] == nil {
      // Who reads the configuration gives only kinds of outputs that can run.
      guard let output = configuration.configuration as? any HeadingOutput else { continue }
      outputs[configuration] = Task { [service, logger] in
        await output.run(on: service, logger: logger)
      }
    }
  }

  /// Runs a blocking function off the cooperative thread pool.
  private static func blocking<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try work() }) }
    }
  }
}

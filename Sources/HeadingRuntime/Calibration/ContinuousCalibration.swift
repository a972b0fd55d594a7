import Dispatch
import HeadingCalibration
import HeadingGeometry
package import HeadingSensing
public import HeadingStorage
import Synchronization

/// Continuous calibration: fits samples of normal operation while the service runs.
///
/// Samples are kept by direction; once a minute a fit runs concurrently on its own thread. A fit
/// with a smaller held-out error than the calibration in force is proposed or applied
/// (``CalibrationPolicy``). An automatically applied calibration is rolled back if later samples
/// fit the previous one better; from then on fits are only proposed.
public final class ContinuousCalibration: Sendable {
  /// Seconds between two fits.
  public static let interval = 60.0

  /// Maximum age of fitted samples, s: the iron may have changed since.
  static let oldest = 1800.0

  /// Minimum number of later samples for validating an applied calibration.
  static let minimumValidationSamples = 100

  private struct State {
    var proposal: CalibrationProposal?
    /// Calibration in force before the last change, and the time of the change.
    var before: Before?
    var awaitsValidation = false
    /// Whether a rollback has stored that there was no calibration: the revision before that one is
    /// the rejected one.
    var isAtStart = false
    var mayApply: Bool
    var looks = 0
  }

  /// Calibration replaced by a change.
  private struct Before {
    var calibration: CalibrationParameters?
    var until: BootTime
    /// Profile that the change replaced in the store; `nil` if the change was not stored.
    var stored: Stored?
  }

  /// Profile that was active in the store.
  private enum Stored {
    case revision(ProfileRevision)
    /// No stored profile.
    case none
  }

  /// What is done with a better calibration.
  public let policy: CalibrationPolicy

  private let recorder: CalibrationRecorder
  let sensor: SensorIdentity?
  let mounts: [SensorKind: MountMatrix]
  let store: ProfileStore?

  /// Whether the sensors are simulated.
  let isSimulated: Bool
  private let state: Mutex<State>

  /// Creates a continuous calibration without samples.
  ///
  /// - Parameters:
  ///   - policy: What is done with a better calibration.
  ///   - setup: The sensors.
  ///   - store: Profile store; `nil` stores none.
  public init(policy: CalibrationPolicy, setup: SensorSetup, store: ProfileStore?) {
    self.policy = policy
    sensor = setup.sensor
    mounts = setup.mounts
    self.store = store
    isSimulated = setup.isSimulated
    recorder = CalibrationRecorder(
      current: setup.calibration, coordinate: setup.settings.fixedCoordinate,
      isSimulated: setup.isSimulated)
    state = Mutex(State(mayApply: policy == .apply))
  }

  /// The calibration that waits to be accepted; `nil` if there is none.
  public var proposal: CalibrationProposal? { state.withLock { $0.proposal } }

  /// Number of evaluations.
  public var looks: Int { state.withLock { $0.looks } }

  /// Runs until the task is cancelled.
  func run(on service: HeadingService) async {
    guard policy != .off else { return }
    let listener = service.listen { [recorder] in recorder.deliver($0) }
    while (try? await Task.sleep(for: .seconds(Self.interval))) != nil {
      await withCheckedContinuation { continuation in
        // A fit takes tens of milliseconds and must not block the pool shared by all tasks.
        DispatchQueue.global(qos: .utility).async {
          self.look(on: service)
          continuation.resume()
        }
      }
    }
    service.unsubscribe(listener)
  }

  /// Adds an event; for tests that do not call `run`.
  package func deliver(_ event: SensorEvent) { recorder.deliver(event) }

  /// Evaluates the samples once.
  package func look(on service: HeadingService) {
    state.withLock { $0.looks += 1 }
    let report = service.report
    // The receiver or a replaced server may be simulated: real sensors must not learn from it.
    guard isSimulated || !report.isSimulated else { return }
    let current = report.calibration
    let snapshot = recorder.snapshot
    guard let newest = snapshot.samples.last?.time else { return }
    let samples = snapshot.samples.filter { newest.seconds(since: $0.time) < Self.oldest }
    let knowledge = snapshot.knowledge(current: current)
    if rollBackIfWorse(samples, knowledge, on: service) { return }
    let result = MagneticCalibrator().fit(samples, knowledge: knowledge)
    if result.rung > .none { recorder.recenter(on: result.parameters.hardIron) }
    guard result.isAccepted,
      result.reasons.isDisjoint(with: [.disturbed, .manyOutliers, .notBetter])
    else {
      // The calibration in force now fits the samples as well as the proposal.
      if result.reasons.contains(.notBetter) { state.withLock { $0.proposal = nil } }
      return
    }
    let profile = snapshot.profile(of: result, mounts: mounts, current: current)
    let proposal = CalibrationProposal(profile: profile, result: result, time: newest)
    let (isFirst, mayApply) = state.withLock { state in
      defer { state.proposal = proposal }
      return (state.proposal == nil, state.mayApply)
    }
    if mayApply {
      accept(on: service, unasked: true)
    } else if isFirst {
      service.notice(
        SensorNotice(
          .info, .magnetometer,
          "a better calibration was found: \(proposal); `compass calibrate accept` puts the daemon's into "
            + "force, --continuous apply each"))
    }
  }

  /// Applies and stores the pending proposal.
  ///
  /// - Returns: Whether there was a proposal.
  @discardableResult
  public func accept(on service: HeadingService, unasked: Bool = false) -> Bool {
    let report = service.report
    let proposal = state.withLock { state -> CalibrationProposal? in
      guard let proposal = state.proposal else { return nil }
      state.proposal = nil
      state.before = Before(calibration: report.calibration, until: proposal.time)
      state.awaitsValidation = unasked
      state.isAtStart = false
      return proposal
    }
    guard let proposal else { return false }
    service.deliver(.calibration(report.time, proposal.profile.parameters))
    var kept = "for this run only"
    if let store, let sensor {
      do throws(ProfileError) {
        let (revision, replaced) = try Self.save(proposal.profile, for: sensor, in: store)
        kept = "revision \(revision.number)"
        state.withLock { $0.before?.stored = replaced }
      } catch {
        service.notice(SensorNotice(.warning, .magnetometer, "\(error)"))
      }
    }
    service.notice(
      SensorNotice(.info, .magnetometer, "a better calibration is in force, \(kept): \(proposal)"))
    return true
  }

  /// Stores the result of a guided calibration and applies it; a rollback restores the one before.
  ///
  /// - Throws: Why it cannot be stored; nothing is changed then.
  func adopt(
    _ profile: CalibrationProfile, for sensor: SensorIdentity, in store: ProfileStore,
    on service: HeadingService
  ) throws(ProfileError) -> ProfileRevision {
    let report = service.report
    let (revision, replaced) = try Self.save(profile, for: sensor, in: store)
    state.withLock { state in
      state.proposal = nil
      state.before = Before(calibration: report.calibration, until: report.time, stored: replaced)
      state.awaitsValidation = false
      state.isAtStart = false
    }
    service.deliver(.calibration(report.time, profile.parameters))
    service.notice(
      SensorNotice(
        .info, .magnetometer, "a guided calibration is in force, revision \(revision.number)"))
    return revision
  }

  private static func save(
    _ profile: CalibrationProfile, for sensor: SensorIdentity, in store: ProfileStore
  ) throws(ProfileError) -> (ProfileRevision, replaced: Stored) {
    let inUse = store.keeper(of: sensor.text)?.revisions.last { $0.isActive }
    let revision = try store.save(profile, for: sensor)
    // Saving stored a manually placed profile as the previous revision.
    let replaced = inUse ?? store.keeper(of: sensor.text)?.previous
    return (revision, replaced.map { .revision($0) } ?? .none)
  }

  /// Restores the previous calibration, in force and in the store; another call the one before that.
  ///
  /// From then on nothing is applied automatically.
  ///
  /// - Returns: Whether there was one, from this run or an earlier revision in the store.
  @discardableResult
  public func rollBack(on service: HeadingService, because reason: String = "asked for") -> Bool {
    let (before, isAtStart) = state.withLock { state in
      defer {
        state.before = nil
        state.proposal = nil
        state.awaitsValidation = false
        state.mayApply = false
      }
      return (state.before, state.isAtStart)
    }
    let calibration: CalibrationParameters?
    if let before {
      calibration = before.calibration
      restoreStore(before, on: service)
    } else if isAtStart {
      return false
    } else {
      guard let kept = rollBackStore(on: service) else { return false }
      calibration = kept
    }
    service.deliver(.calibration(service.report.time, calibration))
    service.notice(
      SensorNotice(.warning, .magnetometer, "the previous calibration is in force again: \(reason)")
    )
    return true
  }

  /// Notes that the user selected a stored profile: a rollback now restores the revision before
  /// that one.
  public func noteSelectedProfile() {
    state.withLock { state in
      state.before = nil
      state.awaitsValidation = false
      state.isAtStart = false
    }
  }

  /// Reactivates the profile that a change replaced in the store, or stores that there was none.
  private func restoreStore(_ before: Before, on service: HeadingService) {
    guard let stored = before.stored, let store, let sensor else { return }
    do throws(ProfileError) {
      switch stored {
      case .revision(let revision): try store.keeper(of: sensor.text)?.use(revision)
      case .none:
        var profile = CalibrationProfile.uncalibrated(
          mounts: mounts, created: recorder.snapshot.trustedDate)
        if let calibration = before.calibration {
          profile = CalibrationProfile(parameters: calibration)
        }
        profile.mounts = mounts
        try store.save(profile, for: sensor)
        state.withLock { $0.isAtStart = true }
      }
    } catch {
      service.notice(SensorNotice(.warning, .magnetometer, "\(error)"))
    }
  }

  private func rollBackStore(on service: HeadingService) -> CalibrationParameters? {
    guard let store, let sensor, let keeper = store.keeper(of: sensor.text),
      let previous = keeper.previous
    else { return nil }
    do throws(ProfileError) {
      try keeper.use(previous)
      let profile = try CalibrationProfile(contentsOf: previous.url)
      return SensorPlan.parameters(of: profile, mounts: mounts).0
    } catch {
      service.notice(SensorNotice(.warning, .magnetometer, "\(error)"))
      return nil
    }
  }

  /// Rolls back an automatically applied calibration if the samples after it fit the previous one
  /// better.
  private func rollBackIfWorse(
    _ samples: [CalibrationSample], _ knowledge: CalibrationPriors, on service: HeadingService
  ) -> Bool {
    let before = state.withLock { $0.awaitsValidation ? $0.before : nil }
    guard let before, let old = before.calibration, let current = knowledge.current else {
      return false
    }
    let later = samples.filter { $0.time > before.until }
    guard later.count >= Self.minimumValidationSamples else { return false }
    let calibrator = MagneticCalibrator()
    guard let now = calibrator.error(of: current, over: later, knowledge: knowledge),
      let then = calibrator.error(of: old, over: later, knowledge: knowledge)
    else { return false }
    if then < now * 0.95 {
      return rollBack(on: service, because: "later samples fit it better")
    }
    state.withLock { $0.awaitsValidation = false }
    return false
  }
}

import Dispatch
import HeadingCalibration
import HeadingGeometry
package import HeadingSensing
public import HeadingStorage
import Synchronization

/// Looks for a better calibration while a service runs: motion is enough, no ritual.
///
/// Samples are kept by direction; once a minute a fit runs beside the stream, on a thread of its own.
/// What explains samples kept aside better than the calibration in force is proposed or put into
/// force (``CalibrationPolicy``). The one before stays at hand: a calibration that was put into force
/// unasked is taken back when later samples fit the old one better, and from then on only proposed.
public final class ContinuousCalibration: Sendable {
  /// Seconds between two looks.
  public static let interval = 60.0

  /// Samples older than this are not fitted, s: iron may have changed since.
  static let oldest = 1800.0

  /// Samples that must have come since a change before it is judged.
  static let fewestForVerdict = 100

  private struct State {
    var proposal: CalibrationProposal?
    /// What was in force before the last change, and when that was.
    var before: Before?
    var isUnjudged = false
    /// Whether the last change was taken back: what lies before that in the store is what was rejected.
    var isTakenBack = false
    var mayApply: Bool
    var looks = 0
  }

  /// What a change has replaced.
  private struct Before {
    var calibration: CalibrationParameters?
    var until: BootTime
    /// What the change has replaced in the store; `nil` if it was not kept there.
    var stored: Stored?
  }

  /// What was in use in the store.
  private enum Stored {
    case revision(ProfileRevision)
    /// No profile that the store keeps.
    case none
  }

  /// What becomes of what is found.
  public let policy: CalibrationPolicy

  private let recorder: CalibrationRecorder
  private let sensor: SensorIdentity?
  private let mount: MountMatrix?
  private let store: ProfileStore?

  /// Whether the sensors are simulated.
  private let isSimulated: Bool
  private let state: Mutex<State>

  /// Makes one that has heard nothing.
  ///
  /// - Parameters:
  ///   - policy: What becomes of what is found.
  ///   - setup: The sensors.
  ///   - store: Where profiles are kept; `nil` keeps none.
  public init(policy: CalibrationPolicy, setup: SensorSetup, store: ProfileStore?) {
    self.policy = policy
    sensor = setup.sensor
    mount = setup.mount
    self.store = store
    isSimulated = setup.isSimulated
    recorder = CalibrationRecorder(
      current: setup.calibration, coordinate: setup.settings.fixedCoordinate,
      isSimulated: setup.isSimulated)
    state = Mutex(State(mayApply: policy == .apply))
  }

  /// What waits to be accepted; `nil` if nothing does.
  public var proposal: CalibrationProposal? { state.withLock { $0.proposal } }

  /// How many times it looked.
  public var looks: Int { state.withLock { $0.looks } }

  /// Runs until the task is cancelled.
  func run(on service: HeadingService) async {
    guard policy != .off else { return }
    let listener = service.listen { [recorder] in recorder.deliver($0) }
    while (try? await Task.sleep(for: .seconds(Self.interval))) != nil {
      await withCheckedContinuation { continuation in
        // A fit computes for tens of milliseconds: not on the pool whose threads all tasks share.
        DispatchQueue.global(qos: .utility).async {
          self.look(on: service)
          continuation.resume()
        }
      }
    }
    service.unsubscribe(listener)
  }

  /// Takes an event; for tests that do not run it.
  package func deliver(_ event: SensorEvent) { recorder.deliver(event) }

  /// Looks once.
  package func look(on service: HeadingService) {
    state.withLock { $0.looks += 1 }
    let report = service.report
    // It may be the receiver or, after a server was replaced, the sensors: for real ones nothing is learned of them.
    guard isSimulated || !report.isSimulated else { return }
    let current = report.calibration
    let snapshot = recorder.snapshot
    guard let newest = snapshot.samples.last?.time else { return }
    let samples = snapshot.samples.filter { newest.seconds(since: $0.time) < Self.oldest }
    let knowledge = snapshot.knowledge(current: current)
    if takeBackIfWorse(samples, knowledge, on: service) { return }
    let result = MagneticCalibrator().fit(samples, knowledge: knowledge)
    if result.rung > .none { recorder.recenter(on: result.parameters.hardIron) }
    guard result.isAccepted,
      result.reasons.isDisjoint(with: [.disturbed, .manyOutliers, .notBetter])
    else {
      // What is in force explains the samples as well by now.
      if result.reasons.contains(.notBetter) { state.withLock { $0.proposal = nil } }
      return
    }
    let profile = snapshot.profile(of: result, mount: mount, current: current)
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

  /// Puts what waits into force and keeps it.
  ///
  /// - Returns: Whether there was something.
  @discardableResult
  public func accept(on service: HeadingService, unasked: Bool = false) -> Bool {
    let report = service.report
    let proposal = state.withLock { state -> CalibrationProposal? in
      guard let proposal = state.proposal else { return nil }
      state.proposal = nil
      state.before = Before(calibration: report.calibration, until: proposal.time)
      state.isUnjudged = unasked
      state.isTakenBack = false
      return proposal
    }
    guard let proposal else { return false }
    service.deliver(.calibration(report.time, proposal.profile.parameters))
    var kept = "for this run only"
    if let store, let sensor {
      do throws(ProfileError) {
        let inUse = store.keeper(of: sensor.text)?.revisions.last { $0.isActive }
        kept = "revision \(try store.save(proposal.profile, for: sensor).number)"
        // What lay there by hand was kept at that.
        let replaced = inUse ?? store.keeper(of: sensor.text)?.previous
        state.withLock { $0.before?.stored = replaced.map { .revision($0) } ?? Stored.none }
      } catch {
        service.notice(SensorNotice(.warning, .magnetometer, "\(error)"))
      }
    }
    service.notice(
      SensorNotice(.info, .magnetometer, "a better calibration is in force, \(kept): \(proposal)"))
    return true
  }

  /// Puts the calibration that was in force before into force again, and into use in the store.
  ///
  /// Afterwards nothing is put into force unasked any more.
  ///
  /// - Returns: Whether there was one: of this run, or of an earlier one in the store.
  @discardableResult
  public func rollBack(on service: HeadingService, because reason: String = "asked for") -> Bool {
    let (before, isTakenBack) = state.withLock { state in
      defer {
        state.before = nil
        state.proposal = nil
        state.isUnjudged = false
        state.mayApply = false
      }
      return (state.before, state.isTakenBack)
    }
    if isTakenBack { return false }
    let calibration: CalibrationParameters?
    if let before {
      calibration = before.calibration
      restoreStore(before, on: service)
    } else {
      guard let kept = rollBackStore(on: service) else { return false }
      calibration = kept
    }
    state.withLock { $0.isTakenBack = true }
    service.deliver(.calibration(service.report.time, calibration))
    service.notice(
      SensorNotice(.warning, .magnetometer, "the calibration before is in force again: \(reason)"))
    return true
  }

  /// Takes note that a kept profile was put into force by hand: what lies before that one is what a
  /// rollback goes to.
  public func noteChoice() {
    state.withLock { state in
      state.before = nil
      state.isUnjudged = false
      state.isTakenBack = false
    }
  }

  /// Puts into use in the store what a change has replaced there: also that nothing was calibrated.
  private func restoreStore(_ before: Before, on service: HeadingService) {
    guard let stored = before.stored, let store, let sensor else { return }
    do throws(ProfileError) {
      switch stored {
      case .revision(let revision): try store.keeper(of: sensor.text)?.use(revision)
      case .none:
        var profile = CalibrationProfile.uncalibrated(
          mount: mount, created: recorder.snapshot.trustedDate)
        if let calibration = before.calibration {
          profile = CalibrationProfile(parameters: calibration)
        }
        profile.mount = mount
        try store.save(profile, for: sensor)
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
      return SensorPlan.parameters(of: profile, mount: mount).0
    } catch {
      service.notice(SensorNotice(.warning, .magnetometer, "\(error)"))
      return nil
    }
  }

  /// Judges a change that nobody asked for by the samples that came after it.
  private func takeBackIfWorse(
    _ samples: [CalibrationSample], _ knowledge: CalibrationKnowledge, on service: HeadingService
  ) -> Bool {
    let before = state.withLock { $0.isUnjudged ? $0.before : nil }
    guard let before, let old = before.calibration, let current = knowledge.current else {
      return false
    }
    let later = samples.filter { $0.time > before.until }
    guard later.count >= Self.fewestForVerdict else { return false }
    let calibrator = MagneticCalibrator()
    guard let now = calibrator.error(of: current, over: later, knowledge: knowledge),
      let then = calibrator.error(of: old, over: later, knowledge: knowledge)
    else { return false }
    if then < now * 0.95 {
      return rollBack(on: service, because: "later samples fit it better")
    }
    state.withLock { $0.isUnjudged = false }
    return false
  }
}

import Glibc
import Synchronization

/// Assigns triggers to devices, creates them if needed, and limits the consumers of each to two.
///
/// The kernel's limit (CONFIG_IIO_CONSUMERS_PER_TRIGGER) is 2 on Debian; a third device opens
/// without an error and delivers no samples.
final class TriggerAllocator: Sendable {
  /// Result of a search for a device's trigger.
  enum Finding: Hashable {
    /// The device samples without a trigger.
    case notNeeded

    /// This trigger is attached.
    ///
    /// It fires at `rate` Hz if that is known; `isPaced`: it fires only when `trigger_now` is written.
    case attached(name: String, rate: Double?, isPaced: Bool)

    /// A trigger was created that contexts opened before do not contain: open another one and retry.
    case madeOne

    /// No trigger is available, with the reason.
    case none(String)
  }

  private struct Trigger {
    var id: String
    var name: String
    var hasFrequency: Bool
    var isPaced: Bool
    var consumers: Set<String>
  }

  /// The session's devices and rates by the name of their trigger.
  private let claims = Mutex<[String: [String: Double]]>([:])

  private static let limit = 2
  private static let folder = "/sys/kernel/config/iio/triggers/hrtimer"

  /// Attaches a trigger to a device.
  ///
  /// - Parameters:
  ///   - device: The device's id.
  ///   - context: The context to search.
  ///   - rate: Requested rate of the trigger, Hz; `nil` keeps it.
  ///   - avoid: Triggers that failed before.
  ///   - mayMake: Whether a trigger may be created.
  /// - Returns: The result.
  /// - Throws: ``IIOError`` if the context or the device fails.
  func attach(
    to device: String, in context: borrowing IIOContext, rate: Double?, avoid: Set<String>,
    mayMake: Bool
  ) throws(IIOError) -> Finding {
    // One reader at a time: two that count consumers at once would exceed the limit.
    let result = claims.withLock { claims -> Result<Finding, IIOError> in
      do throws(IIOError) {
        return .success(
          try Self.attach(
            to: device, in: context, rate: rate, avoid: avoid, mayMake: mayMake, &claims))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Releases a device's triggers.
  func release(device: String) {
    claims.withLock { claims in
      for name in claims.keys { claims[name]?[device] = nil }
    }
  }

  private static func attach(
    to device: String, in context: borrowing IIOContext, rate: Double?, avoid: Set<String>,
    mayMake: Bool, _ claims: inout [String: [String: Double]]
  ) throws(IIOError) -> Finding {
    var current: String?
    do throws(IIOError) {
      current = try context.withDevice(device) { device throws(IIOError) in try device.trigger() }
    } catch {
      // ENOENT: it takes no trigger. Servers without triggers report that they cannot.
      let refusals = [ENOENT, ENOSYS, EINVAL, EOPNOTSUPP]
      if let code = error.code, refusals.contains(code) { return .notNeeded }
      if error.code == EACCES || error.code == EPERM { return .none(error.description) }
      // libiio 0.24 reports an empty `current_trigger` (none is set) as EIO, and a removed trigger
      // as ENXIO: both mean that the device has none.
      guard error.code == EIO || error.code == ENXIO else { throw error }
      current = nil
    }
    for name in claims.keys { claims[name]?[device] = nil }
    let name = try context.withDevice(device) { device throws(IIOError) in device.name }
    var triggers = survey(context, claims)
    for index in triggers.indices { triggers[index].consumers.remove(device) }
    triggers.removeAll { avoid.contains($0.name) || $0.consumers.count >= limit }
    let own = triggers.filter { isOwn($0.name, of: name, device: device) && $0.name != current }
    let timers = triggers.filter { $0.hasFrequency && $0.name != current }
      .sorted {
        ($0.consumers.count, $0.id.count, $0.id) < ($1.consumers.count, $1.id.count, $1.id)
      }
    let order = triggers.filter { $0.name == current } + own + timers
    var lastError: IIOError?
    func take(_ trigger: Trigger) -> Finding? {
      do throws(IIOError) {
        if trigger.name != current { try context.setTrigger(trigger.id, of: device) }
      } catch {
        lastError = error
        return nil
      }
      let others = claims[trigger.name]?.values.max() ?? 0
      claims[trigger.name, default: [:]][device] = rate ?? 0
      var fires: Double?
      if trigger.hasFrequency, let rate {
        let text = RateList.text(max(rate, others))
        // A trigger with a fixed rate still works; the samples' time stamps show its rate.
        fires = try? context.withDevice(trigger.id) { device throws(IIOError) in
          try? device.write(text, to: "sampling_frequency")
          return try device.number("sampling_frequency")
        }
      }
      return .attached(
        name: trigger.name, rate: RateSetting.rate(fires), isPaced: trigger.isPaced)
    }
    for trigger in order {
      if let finding = take(trigger) { return finding }
    }
    if mayMake, makeTimer() { return .madeOne }
    for trigger in triggers where trigger.isPaced && trigger.consumers.isEmpty {
      if let finding = take(trigger) { return finding }
    }
    if mayMake, makePaced(in: context, existing: triggers.count) { return .madeOne }
    return .none(lastError?.description ?? "no trigger is free; load the module iio-trig-hrtimer")
  }

  private static func survey(
    _ context: borrowing IIOContext, _ claims: [String: [String: Double]]
  ) -> [Trigger] {
    var triggers: [Trigger] = []
    var consumers: [String: Set<String>] = claims.mapValues { Set($0.keys) }
    for index in 0..<context.deviceCount {
      try? context.withDevice(at: index) { device throws(IIOError) in
        if device.isTrigger {
          triggers.append(
            Trigger(
              id: device.id, name: device.name ?? device.id,
              hasFrequency: device.has("sampling_frequency"),
              isPaced: device.has("trigger_now"), consumers: []))
        } else if device.channels.contains(where: { $0.scanIndex != nil }),
          let name = try device.trigger()
        {
          consumers[name, default: []].insert(device.id)
        }
      }
    }
    for index in triggers.indices {
      triggers[index].consumers = consumers[triggers[index].name] ?? []
    }
    return triggers
  }

  /// Whether a trigger is the device's own: `NAME-devN` or `NAME-trigger`.
  static func isOwn(_ trigger: String, of name: String?, device: String) -> Bool {
    guard let name, trigger.hasPrefix(name + "-") else { return false }
    let rest = trigger.dropFirst(name.count + 1)
    guard rest.hasPrefix("dev") else { return rest.hasPrefix("trigger") }
    let number = device.reversed().prefix { $0.isNumber }.reversed()
    return rest.dropFirst(3) == String(number)
  }

  /// Creates a timer trigger through configfs; it persists and is reused after a restart.
  private static func makeTimer() -> Bool {
    for number in 0..<16 where unsafe mkdir("\(folder)/headingd\(number)", 0o755) == 0 {
      return true
    }
    return false
  }

  /// Creates a trigger that fires when `trigger_now` is written.
  private static func makePaced(in context: borrowing IIOContext, existing: Int) -> Bool {
    let text = "\(100 + existing)"
    do throws(IIOError) {
      try context.withDevice("iio_sysfs_trigger") { device throws(IIOError) in
        try device.write(text, to: "add_trigger")
      }
      return true
    } catch {
      return false
    }
  }
}

public import Foundation

extension NotificationCenter {
  /// Calls a method of an object at each notification of a name, without `@objc` and `#selector`.
  ///
  /// Replaces `addObserver(_:selector:name:object:)`, which Linux lacks. The object is not kept; when
  /// it is gone, nothing is called.
  ///
  /// ```swift
  /// center.addObserver(model, calling: Model.clockChanged, name: .NSSystemClockDidChange)
  /// ```
  ///
  /// - Parameters:
  ///   - observer: The object.
  ///   - method: Its method, called on the thread that posts.
  ///   - name: The notification's name.
  ///   - object: The sender; `nil` for any.
  /// - Returns: The token for `removeObserver(_:)`.
  @discardableResult
  public func addObserver<Observer: AnyObject & Sendable>(
    _ observer: Observer, calling method: @escaping @Sendable (Observer) -> (Notification) -> Void,
    name: Notification.Name, object: Any? = nil
  ) -> any NSObjectProtocol {
    addObserver(forName: name, object: object, queue: nil) { [weak observer] notification in
      if let observer { method(observer)(notification) }
    }
  }
}

extension Timer {
  /// Creates a timer that calls a method, without `@objc` and `#selector`; a run loop is to be given it.
  ///
  /// Replaces `init(timeInterval:target:selector:userInfo:repeats:)`, which Linux lacks. The object is
  /// not kept; when it is gone, the timer ends.
  ///
  /// - Parameters:
  ///   - interval: Time to the first call and between two, s.
  ///   - target: The object.
  ///   - method: Its method, called on the thread of the run loop.
  ///   - repeats: Whether it is called more than once.
  public convenience init<Target: AnyObject & Sendable>(
    timeInterval interval: TimeInterval, target: Target,
    calling method: @escaping @Sendable (Target) -> (Timer) -> Void, repeats: Bool
  ) {
    self.init(timeInterval: interval, repeats: repeats) { [weak target] timer in
      guard let target else { return timer.invalidate() }
      method(target)(timer)
    }
  }

  /// Creates a timer in the present run loop that calls a method, see the
  /// initializer.
  ///
  /// ```swift
  /// Timer.scheduledTimer(timeInterval: 1, target: model, calling: Model.tick, repeats: true)
  /// ```
  ///
  /// - Parameters:
  ///   - interval: Time to the first call and between two, s.
  ///   - target: The object.
  ///   - method: Its method, called on the thread of the run loop.
  ///   - repeats: Whether it is called more than once.
  /// - Returns: The timer.
  @discardableResult
  public static func scheduledTimer<Target: AnyObject & Sendable>(
    timeInterval interval: TimeInterval, target: Target,
    calling method: @escaping @Sendable (Target) -> (Timer) -> Void, repeats: Bool
  ) -> Timer {
    let timer = Timer(timeInterval: interval, target: target, calling: method, repeats: repeats)
    RunLoop.current.add(timer, forMode: .default)
    return timer
  }
}

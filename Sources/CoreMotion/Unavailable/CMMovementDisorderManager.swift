/// A handler of dyskinetic symptoms: results, and an error if there is one.
public typealias CMDyskineticSymptomResultHandler =
  ([CMDyskineticSymptomResult], (any Error)?) -> Void

/// A handler of tremors: results, and an error if there is one.
public typealias CMTremorResultHandler = ([CMTremorResult], (any Error)?) -> Void

/// Movement disorders, which are a watch's measurement: never available, and there are no results.
open class CMMovementDisorderManager: NSObject {
  /// Creates a manager.
  public override init() { super.init() }

  /// Returns whether results are available: false.
  open class func isAvailable() -> Bool { false }

  /// Returns the version of the software: `nil`.
  open class func version() -> String? { nil }

  /// Returns `restricted`, which no request changes.
  open class func authorizationStatus() -> CMAuthorizationStatus { .restricted }

  /// Does nothing.
  open func monitorKinesias(forDuration duration: TimeInterval) {}

  /// Calls the handler with no results and ``CMErrorNotAvailable``, on an arbitrary thread.
  open func queryDyskineticSymptom(
    from fromDate: Date, to toDate: Date,
    withHandler handler: @escaping CMDyskineticSymptomResultHandler
  ) {
    QueuedHandler<Never>(OperationQueue()) { _, error in handler([], error) }
      .fail(CMErrorNotAvailable)
  }

  /// Calls the handler with no results and ``CMErrorNotAvailable``, on an arbitrary thread.
  open func queryTremor(
    from fromDate: Date, to toDate: Date, withHandler handler: @escaping CMTremorResultHandler
  ) {
    QueuedHandler<Never>(OperationQueue()) { _, error in handler([], error) }
      .fail(CMErrorNotAvailable)
  }

  /// Returns the end of the time with results: `nil`.
  open func lastProcessedDate() -> Date? { nil }

  /// Returns the end of the measurement: `nil`.
  open func monitorKinesiasExpirationDate() -> Date? { nil }
}

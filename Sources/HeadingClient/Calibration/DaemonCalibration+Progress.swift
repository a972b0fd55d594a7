import HeadingProtocol

extension DaemonCalibration {
  /// How far a guided calibration is.
  public struct Progress: Sendable, Hashable {
    /// Predicted error of the heading, degrees, 68 %.
    public struct PredictedError: Sendable, Hashable {
      /// In level attitude.
      public var level: Double

      /// At 20° of tilt, which ``Progress/target`` refers to.
      public var tilt20: Double

      /// At 45° of tilt.
      public var tilt45: Double
    }

    /// Seconds from the first to the newest sample.
    public var elapsed: Double

    /// Number of samples that the fit uses.
    public var samples: Int

    /// Fraction of the field's directions that the samples cover, 0 to 1.
    public var coverage: Double

    /// Fraction of the headings that the samples cover, 0 to 1.
    public var headings: Double

    /// Tilt that the samples reach, degrees.
    public var tilt: Double

    /// The calibration that the samples allow, such as `none` or `ellipsoid`.
    public var rung: String

    /// `unusable`, `poor`, `fair`, `good` or `excellent`.
    public var quality: String

    /// Confidence by coverage and consistency of the samples, 0 to 1.
    public var confidence: Double

    /// Predicted error of the heading; `nil` without a calibration, see ``reasons``.
    public var predictedHeadingError: PredictedError?

    /// Error at 20° of tilt at which it is complete, degrees.
    public var target: Double

    /// Whether ``DaemonCalibration/finish(force:)`` would use the result.
    public var isAccepted: Bool

    /// Whether the target is reached.
    public var isComplete: Bool

    /// Names of the reasons why the result is refused or not better.
    public var reasons: [String]

    /// The motion that improves the result most, in words.
    public var next: String

    /// The rotation to the nearest direction that is not covered, such as `nose_up`; at most two.
    public var turn: [String]

    /// Why it is not complete, in words; `nil` once it is.
    public var obstacle: String?

    /// What is wrong with the sensors, in words; `nil` if nothing is.
    public var notice: String?

    /// Whether the sensors are simulated.
    public var isSimulated: Bool

    /// The progress of a message; text is made safe for a terminal.
    init(_ message: CalibrationProgressMessage) {
      elapsed = message.elapsed
      samples = message.samples
      coverage = message.coverage
      headings = message.headings
      tilt = message.tilt
      rung = PlainText.of(message.rung)
      quality = PlainText.of(message.quality)
      confidence = message.confidence
      predictedHeadingError = message.predictedHeadingError.map {
        PredictedError(level: $0.level, tilt20: $0.tilt20, tilt45: $0.tilt45)
      }
      target = message.target
      isAccepted = message.isAccepted
      isComplete = message.isComplete
      reasons = message.reasons.map(PlainText.of)
      next = PlainText.of(message.next)
      turn = message.turn.map(PlainText.of)
      obstacle = message.obstacle.map(PlainText.of)
      notice = message.notice.map(PlainText.of)
      isSimulated = message.isSimulated
    }
  }

  /// The progress of a guided calibration, see ``DaemonCalibration/progress``.
  ///
  /// It ends after ``DaemonCalibration/finish(force:)`` and ``DaemonCalibration/cancel()``, and throws
  /// when the daemon ends the calibration or the connection is lost.
  public struct ProgressSequence: AsyncSequence, Sendable {
    /// A progress.
    public typealias Element = Progress

    /// The reason why there is no more progress.
    public typealias Failure = HeadingClientError

    let lines: CalibrationLines

    /// An iterator.
    public func makeAsyncIterator() -> Iterator {
      Iterator(progress: lines.progress.makeAsyncIterator(), address: lines.address)
    }

    /// The one reader.
    public struct Iterator: AsyncIteratorProtocol {
      var progress: AsyncThrowingStream<Progress, any Error>.Iterator
      let address: ServerAddress

      /// The next progress; `nil` once the calibration is over or the task cancelled.
      ///
      /// - Throws: Why the daemon has ended it, or the connection.
      public mutating func next() async throws(HeadingClientError) -> Progress? {
        try await next(isolation: #isolation)
      }

      /// The next progress; `nil` once the calibration is over or the task cancelled.
      ///
      /// - Parameter actor: The actor of the caller.
      /// - Returns: The progress.
      /// - Throws: Why the daemon has ended it, or the connection.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(HeadingClientError) -> Progress? {
        do {
          return try await progress.next(isolation: actor)
        } catch {
          throw HeadingClientError(error, at: address)
        }
      }
    }
  }
}

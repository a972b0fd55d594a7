/// What a connection does with its stream; everything is called on the connection's own thread.
package protocol StreamHandler: AnyObject {
  /// The connection is made.
  func opened()

  /// Takes bytes.
  func received(_ bytes: ArraySlice<UInt8>)

  /// When ``deadlinePassed()`` is called; asked after every other call.
  var deadline: SuspendingClock.Instant? { get }

  /// The deadline has passed.
  func deadlinePassed()

  /// The thread is about to wait, at first and after every call of it or of another thread; what is sent now
  /// goes out first.
  func waits()

  /// The last call: the connection was not made, or has ended; `nil` if the peer has ended it.
  func ended(_ failure: StreamFailure?)
}

extension StreamHandler {
  /// Does nothing.
  package func waits() {}
}

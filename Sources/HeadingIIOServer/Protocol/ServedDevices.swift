/// The devices behind a ``DeviceServer``, as kernel and drivers are behind iiod.
///
/// Called from the threads of all connections; no call blocks.
package protocol ServedDevices: AnyObject, Sendable {
  /// The devices and their files; a device keeps its index while the server runs.
  var context: ServedContext { get }

  /// The XML of the devices that are present.
  var markup: String { get }

  /// Delay of answers about a device, s.
  func delay(of device: Int) -> Double

  /// The text of a file, without the newline.
  func read(_ file: String, of device: Int) throws(RemoteError) -> String

  /// Writes a file.
  func write(_ text: String, to file: String, of device: Int) throws(RemoteError)

  /// Opens a buffer and returns its handle.
  func open(_ request: BufferRequest) throws(RemoteError) -> Int

  /// Removes the oldest samples of a buffer, `count` or none.
  func take(_ count: Int, from buffer: Int) throws(RemoteError) -> BufferContent

  /// Closes a buffer.
  func close(_ buffer: Int)

  /// The name of a device's trigger; `nil` if none is set.
  func trigger(of device: Int) throws(RemoteError) -> String?

  /// Sets or removes the trigger of a device.
  func setTrigger(_ key: String?, of device: Int) throws(RemoteError)
}

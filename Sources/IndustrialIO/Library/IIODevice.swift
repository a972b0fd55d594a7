import CIIO
import Glibc

/// A device of a context, borrowed for the duration of a closure.
///
/// Attributes are addressed by the channel's id (`nil`: the device's own) and their name.
@safe struct IIODevice {
  // Copyable: passing a noncopyable child to closures with typed throws aborts the optimizer of
  // Swift 6.3.1 in release builds (SILValue.h, forwardToInit). Only closures receive one.
  private let handle: OpaquePointer
  private let uri: String

  init(_ handle: OpaquePointer, uri: String) {
    unsafe self.handle = handle
    self.uri = uri
  }

  /// The kernel's id, such as `iio:device0` or `trigger1`.
  var id: String { unsafe SystemText.copy(iio_device_get_id(handle)) ?? "" }

  /// The driver's name for the chip.
  var name: String? { unsafe SystemText.copy(iio_device_get_name(handle)) }

  /// The firmware's label for the chip's location.
  var label: String? { unsafe SystemText.copy(iio_device_get_label(handle)) }

  /// Whether it is a trigger.
  var isTrigger: Bool { unsafe iio_device_is_trigger(handle) }

  /// Id and name for messages.
  var title: String { name.map { "\(id) (\($0))" } ?? id }

  /// The names of the device's own attributes.
  var attributeNames: [String] {
    (0..<(unsafe iio_device_get_attrs_count(handle))).compactMap { index in
      unsafe SystemText.copy(iio_device_get_attr(handle, index))
    }
  }

  /// Whether the device has such an attribute of its own.
  func has(_ attribute: String) -> Bool { unsafe iio_device_find_attr(handle, attribute) != nil }

  /// Whether one of its input channels has such an attribute.
  func has(_ attribute: String, channel: String) -> Bool {
    guard let found = unsafe iio_device_find_channel(handle, channel, false) else { return false }
    return unsafe iio_channel_find_attr(found, attribute) != nil
  }

  /// The channels' structure; no attribute is read.
  var channels: [IIOChannelInfo] {
    (0..<(unsafe iio_device_get_channels_count(handle))).compactMap { index in
      guard let channel = unsafe iio_device_get_channel(handle, index) else { return nil }
      return unsafe IIOChannelInfo(describing: channel)
    }
  }

  /// Reads an attribute's text, without the trailing newline.
  func text(_ attribute: String, channel: String? = nil) throws(IIOError) -> String {
    let found = unsafe try find(channel, for: .readAttribute, attribute)
    var length = 0
    let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
      guard let base = buffer.baseAddress else { return "" }
      if let found = unsafe found {
        length = unsafe iio_channel_attr_read(found, attribute, base, 16_384)
      } else {
        length = unsafe iio_device_attr_read(handle, attribute, base, 16_384)
      }
      guard length > 0, length <= 16_384 else { return "" }
      let bytes = unsafe UnsafeRawBufferPointer(start: base, count: length)
      return unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    try check(length, .readAttribute, channel, attribute)
    return String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }

  /// Reads an attribute as a finite number, independent of the locale.
  ///
  /// libiio's scale of a scan element is not used: it is rounded to six decimals over the network and
  /// 0 under a locale with a decimal comma.
  func number(_ attribute: String, channel: String? = nil) throws(IIOError) -> Double {
    let text = try text(attribute, channel: channel)
    guard let value = Double(text), value.isFinite else {
      throw error(.readAttribute, .notANumber(text), channel, attribute)
    }
    return value
  }

  /// Writes an attribute.
  func write(_ text: String, to attribute: String, channel: String? = nil) throws(IIOError) {
    let found = unsafe try find(channel, for: .writeAttribute, attribute)
    let code =
      if let found = unsafe found {
        unsafe iio_channel_attr_write(found, attribute, text)
      } else {
        unsafe iio_device_attr_write(handle, attribute, text)
      }
    try check(code, .writeAttribute, channel, attribute)
  }

  /// The name of the trigger attached to the device, or its id if it has no name; `nil` if none is.
  ///
  /// - Throws: ENOENT if the device takes no trigger at all.
  func trigger() throws(IIOError) -> String? {
    var trigger: OpaquePointer?
    let code = unsafe iio_device_get_trigger(handle, &trigger)
    if code == -ENODEV { return nil }
    try check(Int(code), .getTrigger)
    guard let trigger = unsafe trigger else { return nil }
    return unsafe SystemText.copy(iio_device_get_name(trigger))
      ?? SystemText.copy(iio_device_get_id(trigger))
  }

  /// Enables exactly these scan elements and starts a buffer for the duration of the closure.
  ///
  /// - Parameters:
  ///   - channels: Ids of the input channels to enable.
  ///   - samples: Samples per block.
  ///   - canceller: Cancels waits from another thread.
  ///   - body: Reads blocks.
  /// - Returns: What the closure returns.
  /// - Throws: ``IIOError`` if the buffer does not start, and the closure's errors.
  func withBuffer<Result>(
    of channels: [String], samples: Int, canceller: BufferCanceller,
    _ body: (borrowing SampleBuffer) throws(IIOError) -> Result
  ) throws(IIOError) -> Result {
    for index in 0..<(unsafe iio_device_get_channels_count(handle)) {
      guard let channel = unsafe iio_device_get_channel(handle, index),
        unsafe iio_channel_is_scan_element(channel)
      else { continue }
      let id = unsafe SystemText.copy(iio_channel_get_id(channel)) ?? ""
      if channels.contains(id), unsafe !iio_channel_is_output(channel) {
        unsafe iio_channel_enable(channel)
      } else {
        unsafe iio_channel_disable(channel)
      }
    }
    Glibc.errno = 0
    guard let buffer = unsafe iio_device_create_buffer(handle, samples, false) else {
      let code = Glibc.errno
      throw error(.createBuffer, .system(code == 0 ? EINVAL : code))
    }
    let owner = unsafe SampleBuffer(
      buffer, device: handle, title: title, uri: uri, canceller: canceller)
    return try body(owner)
  }

  // MARK: - Errors

  private func find(
    _ channel: String?, for operation: IIOError.Operation, _ attribute: String
  ) throws(IIOError) -> OpaquePointer? {
    guard let channel else { return nil }
    guard let found = unsafe iio_device_find_channel(handle, channel, false) else {
      throw error(operation, .notThere, channel, attribute)
    }
    return unsafe found
  }

  private func check(
    _ code: Int, _ operation: IIOError.Operation, _ channel: String? = nil,
    _ attribute: String? = nil
  ) throws(IIOError) {
    guard code < 0 else { return }
    throw error(operation, .system(IIOError.errno(code)), channel, attribute)
  }

  /// An error about this device.
  func error(
    _ operation: IIOError.Operation, _ problem: IIOError.Problem, _ channel: String? = nil,
    _ attribute: String? = nil
  ) -> IIOError {
    IIOError(
      operation, problem, uri: uri, device: title, channel: channel, attribute: attribute)
  }
}

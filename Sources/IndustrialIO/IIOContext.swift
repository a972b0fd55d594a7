import CIIO
import Glibc

/// A connection to IIO devices: those of this machine, of a remote iiod, of USB, or described in an XML file.
///
/// Owns libiio's context, alone or with others (``ContextPool``). Belongs to one thread. Devices are borrowed in closures
/// and end with them, so nothing of the library outlives its owner.
@safe struct IIOContext: ~Copyable {
  private let owner: ContextHandle
  private let handle: OpaquePointer

  /// The URI it was opened with (libiio's own `uri` attribute drops the port).
  let uri: String

  /// Opens a context: `local:`, `ip:HOST[:PORT]`, `usb:[BUS.ADDRESS.INTERFACE]` or `xml:FILE`.
  init(uri: String) throws(IIOError) {
    self.init(try Self.open(uri, isShared: false), uri: uri)
  }

  /// Uses a context that is open.
  init(_ owner: ContextHandle, uri: String) {
    self.owner = owner
    unsafe handle = owner.pointer
    self.uri = uri
  }

  static func open(_ uri: String, isShared: Bool) throws(IIOError) -> ContextHandle {
    Glibc.errno = 0
    guard let handle = unsafe iio_create_context_from_uri(uri) else {
      var code = Glibc.errno
      // For a file that cannot be read the library says only "invalid argument".
      if uri.hasPrefix("xml:"), unsafe access(String(uri.dropFirst(4)), R_OK) != 0 {
        code = Glibc.errno
      }
      throw IIOError(.openContext, .system(code == 0 ? EINVAL : code), uri: uri)
    }
    return unsafe ContextHandle(handle, isShared: isShared)
  }

  /// What the context calls itself, such as the kernel's version.
  var text: String { unsafe SystemText.copy(iio_context_get_description(handle)) ?? "" }

  /// The context's own attributes: kernel, addresses, serial numbers.
  var attributes: [IIOAttribute] {
    var result: [IIOAttribute] = []
    for index in 0..<(unsafe iio_context_get_attrs_count(handle)) {
      var name: UnsafePointer<CChar>?
      var value: UnsafePointer<CChar>?
      guard unsafe iio_context_get_attr(handle, index, &name, &value) == 0,
        let name = unsafe SystemText.copy(name)
      else { continue }
      let text = unsafe SystemText.copy(value) ?? ""
      result.append(IIOAttribute(name: name, file: nil, value: .text(text)))
    }
    return result
  }

  /// Whether its devices are simulated.
  var isSimulated: Bool {
    unsafe iio_context_get_attr_value(handle, IIOInventory.simulationMark) != nil
  }

  /// Sets how long the library waits for an answer or for samples.
  func setTimeout(seconds: Double) throws(IIOError) {
    let milliseconds = UInt32(max(1, min(60_000, seconds * 1000)))
    let code = owner.setTimeout(milliseconds: milliseconds)
    // An XML context has nothing to wait for.
    guard code >= 0 || code == -ENOSYS else {
      throw IIOError(.setTimeout, .system(-code), uri: uri)
    }
  }

  /// How many devices there are, triggers among them.
  var deviceCount: Int { Int(unsafe iio_context_get_devices_count(handle)) }

  /// Borrows the device at an index.
  func withDevice<Result>(
    at index: Int, _ body: (IIODevice) throws(IIOError) -> Result
  ) throws(IIOError) -> Result {
    guard index >= 0, index < deviceCount,
      let device = unsafe iio_context_get_device(handle, UInt32(index))
    else { throw IIOError(.findDevice, .notThere, uri: uri, device: "number \(index)") }
    return try body(unsafe IIODevice(device, uri: uri))
  }

  /// Borrows the device with an id, a label or a name.
  func withDevice<Result>(
    _ identifier: String, _ body: (IIODevice) throws(IIOError) -> Result
  ) throws(IIOError) -> Result {
    guard let device = unsafe iio_context_find_device(handle, identifier) else {
      throw IIOError(.findDevice, .notThere, uri: uri, device: identifier)
    }
    return try body(unsafe IIODevice(device, uri: uri))
  }

  /// Attaches the trigger named `trigger` to a device.
  func setTrigger(_ trigger: String, of device: String) throws(IIOError) {
    guard let target = unsafe iio_context_find_device(handle, device) else {
      throw IIOError(.setTrigger, .notThere, uri: uri, device: device)
    }
    guard let source = unsafe iio_context_find_device(handle, trigger) else {
      throw IIOError(.setTrigger, .notThere, uri: uri, device: trigger)
    }
    let code = unsafe iio_device_set_trigger(target, source)
    guard code >= 0 else {
      throw IIOError(.setTrigger, .system(-code), uri: uri, device: device, attribute: trigger)
    }
  }
}

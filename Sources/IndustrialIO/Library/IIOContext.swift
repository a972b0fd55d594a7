import CIIO
import Glibc

/// A connection to IIO devices: those of this machine, of a remote iiod, of USB, or described in an XML file.
///
/// Owns libiio's context, alone or shared (``ContextPool``), and belongs to one thread. Devices are borrowed
/// in closures, so no object of the library outlives its owner.
@safe struct IIOContext: ~Copyable {
  private let owner: ContextHandle
  private let handle: OpaquePointer

  /// The URI it was opened with (libiio's `uri` attribute omits the port).
  let uri: String

  /// Opens a context: `local:`, `ip:HOST[:PORT]`, `usb:[BUS.ADDRESS.INTERFACE]` or `xml:FILE`.
  init(uri: String) throws(IIOError) {
    self.init(try Self.open(uri, isShared: false), uri: uri)
  }

  /// Wraps an open context.
  init(_ owner: ContextHandle, uri: String) {
    self.owner = owner
    unsafe handle = owner.pointer
    self.uri = uri
  }

  static func open(_ uri: String, isShared: Bool) throws(IIOError) -> ContextHandle {
    let endpoint = ServerAddress(uri: uri)
    let serverProxy: ServerProxy?
    let handle: OpaquePointer?
    do throws(SystemError) {
      serverProxy = try endpoint.map { (address) throws(SystemError) in
        try ServerProxy.start(address)
      }
      unsafe handle =
        if let file = description(uri) {
          unsafe try describe(file)
        } else {
          unsafe try create(serverProxy?.uri ?? uri)
        }
    } catch {
      throw IIOError(.openContext, .system(error.code), uri: uri)
    }
    guard let handle = unsafe handle else {
      throw IIOError(.openContext, .system(EINVAL), uri: uri)
    }
    return unsafe ContextHandle(handle, isShared: isShared, serverProxy: serverProxy)
  }

  private static func create(_ uri: String) throws(SystemError) -> OpaquePointer? {
    Glibc.errno = 0
    if let handle = unsafe iio_create_context_from_uri(uri) { return unsafe handle }
    throw SystemError(code: Glibc.errno == 0 ? EINVAL : Glibc.errno)
  }

  /// The path in an `xml:` URI.
  private static func description(_ uri: String) -> String? {
    uri.hasPrefix("xml:") ? String(uri.dropFirst(4)) : nil
  }

  private static func describe(_ path: String) throws(SystemError) -> OpaquePointer? {
    guard let text = ContextXML.sanitized(try ContextXML.read(path)) else { return nil }
    return unsafe text.withUnsafeBytes { bytes in
      unsafe iio_create_xml_context_mem(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
  }

  /// The context's description, such as the kernel's version.
  var text: String {
    let text = unsafe SystemText.copy(iio_context_get_description(handle)) ?? ""
    guard let address = owner.serverProxy?.address, text.hasPrefix(Self.loopback) else {
      return text
    }
    return address + text.dropFirst(Self.loopback.count)
  }

  /// The context's own attributes: kernel, addresses, serial numbers.
  var attributes: [IIOAttribute] {
    var result: [IIOAttribute] = []
    for index in 0..<(unsafe iio_context_get_attrs_count(handle)) {
      var name: UnsafePointer<CChar>?
      var value: UnsafePointer<CChar>?
      guard unsafe iio_context_get_attr(handle, index, &name, &value) == 0,
        let name = unsafe SystemText.copy(name)
      else { continue }
      var text = unsafe SystemText.copy(value) ?? ""
      // The library reports the address of the proxy, not of the server.
      if let address = owner.serverProxy?.address {
        if name == "uri" { text = uri }
        if name == "ip,ip-addr", text == Self.loopback { text = address }
      }
      result.append(IIOAttribute(name: name, file: nil, value: .text(text)))
    }
    return result
  }

  /// Address of the proxy (``ServerProxy``).
  private static let loopback = "127.0.0.1"

  /// Whether its devices are simulated.
  var isSimulated: Bool {
    unsafe iio_context_get_attr_value(handle, IIOInventory.simulationMark) != nil
  }

  /// Sets the library's timeout for responses and samples.
  func setTimeout(seconds: Double) throws(IIOError) {
    let milliseconds = UInt32(max(1, min(60_000, seconds * 1000)))
    let code = owner.setTimeout(milliseconds: milliseconds)
    // An XML context has no timeout.
    guard code >= 0 || code == -ENOSYS else {
      throw IIOError(.setTimeout, .system(IIOError.errno(code)), uri: uri)
    }
  }

  /// Number of devices, triggers included.
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
      throw IIOError(
        .setTrigger, .system(IIOError.errno(code)), uri: uri, device: device, attribute: trigger)
    }
  }
}

import Glibc

extension IIOError {
  /// Whether the error means that the device is absent.
  ///
  /// A timeout does not mean that: a slow bus, a silent chip and an unplugged device all cause one.
  /// Nor does ENXIO from reading an attribute: on I²C it is a missing acknowledge, which may be
  /// temporary (Linux, Documentation/i2c/fault-codes).
  public var isGone: Bool {
    switch problem {
    case .notThere: true
    case .system(let code):
      operation != .openContext && operation != .getTrigger
        && (code == ENODEV || code == ENXIO && operation != .readAttribute || code == ENOENT)
    default: false
    }
  }

  /// Whether the connection to a remote context is lost, so that a new context is needed.
  public var isDisconnected: Bool {
    guard let code else { return false }
    return [
      EPIPE, ECONNRESET, ECONNABORTED, ENOTCONN, ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EPROTO,
    ].contains(code)
  }

  /// Whether the local context could not be opened because this machine has no IIO device.
  public var isWithoutDevices: Bool {
    operation == .openContext && uri.hasPrefix("local") && (code == ENOENT || code == ENODEV)
  }

  private static let noDevicesRemedy =
    "attach a sensor and load its driver (on a Raspberry Pi: its device-tree overlay)"

  /// Whether the operation timed out.
  public var isTimeout: Bool { code == ETIMEDOUT || code == EAGAIN }
}

extension IIOError: CustomStringConvertible {
  /// The failed operation, the reason and the remedy.
  public var description: String {
    if isWithoutDevices {
      return "this machine has no IIO devices; \(Self.noDevicesRemedy)"
    }
    var text = "cannot \(operation.rawValue)"
    if let attribute { text += " \(attribute)" }
    if let channel { text += " of channel \(channel)" }
    if let device { text += attribute == nil && channel == nil ? " \(device)" : " of \(device)" }
    if device == nil || operation == .openContext { text += " \(uri)" }
    text += ": \(reason)"
    if let remedy { text += "; \(remedy)" }
    return text
  }

  /// The reason alone.
  public var reason: String {
    switch problem {
    case .system(let code): SystemText.describe(errno: code)
    case .notANumber(let text): "\"\(text)\" is not a finite number"
    case .unsupportedFormat(let why): why
    case .notThere: "it is not in the context"
    case .silent(let seconds):
      "no sample for \(RateList.text(seconds.rounded())) s though the device still answers"
    }
  }

  /// The remedy, where one is known.
  public var remedy: String? {
    switch problem {
    case .system(EACCES) where uri.hasPrefix("ip:"), .system(EPERM) where uri.hasPrefix("ip:"):
      "the server may not do it: check what its program runs as"
    case .system(EACCES), .system(EPERM):
      "install the project's udev rules and add the user to the group iio, or run as root"
    case .system(EBUSY) where operation == .openContext:
      "another program uses this USB device: stop it"
    case .system(EBUSY):
      "another program holds the device's buffer (iiod, iio_readdev, iio-sensor-proxy): stop it"
    case .system(ENODEV) where operation == .openContext && uri.hasPrefix("usb:"):
      "no such USB device: `lsusb` lists those that are plugged in"
    case .system(ENODEV),
      .system(ENOENT) where operation != .openContext:
      "the sensor was unplugged or its driver unloaded"
    case .system(ENOENT) where operation == .openContext:
      isWithoutDevices
        ? Self.noDevicesRemedy : uri.hasPrefix("xml") ? "check the file's path" : nil
    case .system(ECONNREFUSED): "start iiod on that host, or check the port"
    case .system(EPROTO):
      "what listens there does not answer as iiod does: check the host and the port"
    case .system(EPIPE) where operation == .openContext && uri.hasPrefix("ip:127."),
      .system(ECONNRESET) where operation == .openContext && uri.hasPrefix("ip:127."):
      "the server closed the connection; headingd's bridge serves root, headingd and the users of its "
        + "--allow-user"
    case .system(EPIPE), .system(ECONNRESET): "the server closed the connection"
    case .system(ENXIO) where operation == .openContext && uri.hasPrefix("ip:"):
      "check the host's name"
    case .system(EHOSTUNREACH), .system(ENETUNREACH): "check the network and the host's address"
    case .system(ENOSYS) where operation == .openContext:
      "a URI is local:, ip:HOST[:PORT], usb: or xml:FILE"
    case .system(ENOSYS) where uri.hasPrefix("xml"):
      "an XML file describes devices but holds no values"
    case .system(EINVAL) where operation == .createBuffer:
      "the device needs a trigger: load iio-trig-hrtimer or iio-trig-sysfs"
    case .system(EINVAL) where operation == .openContext && uri.hasPrefix("xml:"):
      "it is not a context as iio_genxml writes it, or not a whole one"
    case .system(EINVAL) where operation == .openContext:
      "a URI is local:, ip:HOST[:PORT], usb: or xml:FILE"
    case .notThere: "list the devices with: compass devices"
    default: nil
    }
  }
}

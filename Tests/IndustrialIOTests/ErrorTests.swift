import Glibc
import Testing

@testable import IndustrialIO

struct ErrorTests {
  private func error(
    _ operation: IIOError.Operation, _ code: Int32, uri: String = "local:"
  ) -> IIOError {
    IIOError(
      operation, .system(code), uri: uri, device: "iio:device0 (lsm9ds1_magn)", channel: "magn_x",
      attribute: "scale")
  }

  @Test func `an error names operation, device, channel, attribute and the system's text`() {
    let text = error(.readAttribute, EIO).description
    #expect(
      text
        == "cannot read scale of channel magn_x of iio:device0 (lsm9ds1_magn): Input/output error (5)"
    )
  }

  @Test(arguments: [
    (EACCES, "udev rules"), (EPERM, "udev rules"), (EBUSY, "another program holds"),
    (ENODEV, "unplugged"), (ECONNREFUSED, "start iiod"), (EPIPE, "closed the connection"),
  ])
  func `a known cause comes with its remedy`(_ code: Int32, _ part: String) {
    #expect(error(.createBuffer, code).description.contains(part))
  }

  @Test func `what a server may not do is no business of this machine's rules`() {
    let text = error(.createBuffer, EACCES, uri: "ip:hat.local").description
    #expect(text.contains("the server may not do it") && !text.contains("udev"))
  }

  @Test func `a timeout alone does not say that the device is gone`() {
    #expect(!error(.refillBuffer, ETIMEDOUT).isGone)
    #expect(error(.refillBuffer, ENODEV).isGone)
    #expect(error(.readAttribute, ENOENT).isGone)
    // A chip that does not acknowledge is present.
    #expect(!error(.readAttribute, ENXIO).isGone)
    #expect(!error(.openContext, ENOENT).isGone)
  }

  @Test func `a machine without devices is told apart from a failure`() {
    let none = IIOError(.openContext, .system(ENOENT), uri: "local:")
    #expect(none.isWithoutDevices)
    #expect(none.description.hasPrefix("this machine has no IIO devices"))
    #expect(!IIOError(.openContext, .system(ENOENT), uri: "xml:a").isWithoutDevices)
  }

  @Test func `an unknown kind of URI is refused with what is possible`() {
    let error = #expect(throws: IIOError.self) { try IIOInventory(reading: "carrier-pigeon:1") }
    #expect(error?.remedy?.contains("ip:HOST[:PORT]") == true)
  }

  @Test func `a server that is not there is refused within a second, with a remedy`() {
    let error = #expect(throws: IIOError.self) { try IIOInventory(reading: "ip:127.0.0.1:9") }
    #expect(error?.isDisconnected == true)
    #expect(error?.remedy?.contains("start iiod") == true)
  }
}

import Foundation
import Testing

@testable import IndustrialIO

@Suite(
  .enabled(
    if: FakeHat.isPossible
      && FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/de_DE"),
    "the sources of the German locale, bubblewrap or iiod are absent"))
struct LocaleTests {
  @Test func `a locale with a decimal comma changes no number`() async {
    await #expect(processExitsWith: .success) {
      let folder = FileManager.default.temporaryDirectory.path + "/headingd-locale-\(getpid())"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try ChildProcess.run(
        "localedef", "-i", "de_DE", "-f", "UTF-8", "--no-archive", folder + "/de_DE.UTF-8")
      setenv("LOCPATH", folder, 1)
      let isSet = setlocale(LC_ALL, "de_DE.UTF-8") != nil
      try? FileManager.default.removeItem(atPath: folder)
      let comma = String(cString: localeconv().pointee.decimal_point)
      let hat = try FakeHat("i2c")
      let inventory = try IIOInventory(reading: hat.uri)
      let pressure = inventory.device("lps25h")?.channel("pressure")?.scale
      let field = inventory.device("lsm9ds1_magn")?.channel("magn_x")?.scale
      let isRight = isSet && comma == "," && pressure == 0.000_024_414 && field == 0.000_146
      withExtendedLifetime(hat) {}
      exit(isRight ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }
}

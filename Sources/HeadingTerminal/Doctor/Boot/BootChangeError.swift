/// The machine has no config.txt that could be changed.
package struct BootChangeError: Error, CustomStringConvertible {
  /// The error, for people.
  package var description: String {
    "neither /boot/firmware/config.txt nor /boot/config.txt can be read; is the boot partition mounted?"
  }
}

/// Every driver, one line each, in the order of probing.
package enum ChipCatalogue {
  /// The drivers.
  package static let drivers: [any ChipDriver.Type] = [
    // ST
    LIS3MDL.self
    // InvenSense, AKM
    // Bosch
    // Hillcrest, WitMotion
    // Honeywell, QST, MEMSIC
    // TE
  ]
}

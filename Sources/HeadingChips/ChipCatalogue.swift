/// Every driver, one line each, in the order of probing.
package enum ChipCatalogue {
  /// The drivers.
  package static let drivers: [any ChipDriver.Type] = [
    // ST
    LIS3MDL.self,
    // InvenSense, AKM
    // Bosch
    BNO055.self,
    // Hillcrest, WitMotion
    BNO08x.self, WitMotion.self,
    // Honeywell, QST, MEMSIC
    HMC5883L.self, QMC5883L.self, QMC5883P.self, MMC5603NJ.self, MMC5983MA.self,
    // TE
    MS5611.self,
  ]
}

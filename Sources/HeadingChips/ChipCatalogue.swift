/// Every driver, one line each, in the order of probing.
package enum ChipCatalogue {
  /// The drivers.
  package static let drivers: [any ChipDriver.Type] = [
    // ST
    LSM9DS1.self, LSM6DS<LSM6DS3>.self, LSM6DS<LSM6DSL>.self, LSM6DS<LSM6DSO>.self,
    L3GD20<L3GD20First>.self, L3GD20<L3GD20H>.self, LIS3MDL.self, LSM303AGRMagnetometer.self,
    LSM303DLHCMagnetometer.self, LPS22<LPS22HB>.self, LPS22<LPS22HH>.self, LPS25H.self, HTS221.self,
    // InvenSense, AKM
    // Bosch
    // Hillcrest, WitMotion
    // Honeywell, QST, MEMSIC
    // TE
  ]
}

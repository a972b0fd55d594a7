/// Every driver, one line each, in the order of probing.
package enum ChipCatalogue {
  /// The drivers.
  package static let drivers: [any ChipDriver.Type] = [
    // ST; the LSM303DLHC before the HMC5883L, whose identity its magnetometer has too.
    LSM9DS1.self, LSM6DS<LSM6DS3>.self, LSM6DS<LSM6DSL>.self, LSM6DS<LSM6DSO>.self,
    L3GD20<L3GD20First>.self, L3GD20<L3GD20H>.self, LIS3MDL.self, LSM303AGRMagnetometer.self,
    LSM303DLHCMagnetometer.self, LPS22<LPS22HB>.self, LPS22<LPS22HH>.self, LPS25H.self, HTS221.self,
    // InvenSense, AKM; the AK8963's identity is part of the AK09916's.
    MPU9250.self, MPU6500.self, MPU6050.self, ICM20948.self, AK09916.self, AK8963.self,
    // Bosch
    BMI160.self, BMI270.self, BMM150.self, BMP280.self, BME280.self, BMP388.self, BMP390.self,
    BNO055.self,
    // Hillcrest, WitMotion
    BNO08x.self, WitMotion.self,
    // Honeywell, QST, MEMSIC
    HMC5883L.self, QMC5883L.self, QMC5883P.self, MMC5603NJ.self, MMC5983MA.self,
    // TE
    MS5611.self,
  ]
}

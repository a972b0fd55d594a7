import ChipSimulation
import HeadingChips
import HeadingGeometry

/// The chips of InvenSense, AKM and Bosch, each with its driver and its model.
enum InvenSenseBoschChip: CaseIterable {
  case mpu6050, mpu6500, mpu9250, icm20948, ak8963, ak09916
  case bmi160, bmi270, bmm150, bmp280, bme280, bmp388, bmp390

  static let motion = [mpu6050, mpu6500, mpu9250, icm20948, bmi160, bmi270]
  static let magnetometers = [ak8963, ak09916, bmm150]
  static let barometers = [bmp280, bme280, bmp388, bmp390]

  var driver: any ChipDriver.Type {
    switch self {
    case .mpu6050: MPU6050.self
    case .mpu6500: MPU6500.self
    case .mpu9250: MPU9250.self
    case .icm20948: ICM20948.self
    case .ak8963: AK8963.self
    case .ak09916: AK09916.self
    case .bmi160: BMI160.self
    case .bmi270: BMI270.self
    case .bmm150: BMM150.self
    case .bmp280: BMP280.self
    case .bme280: BME280.self
    case .bmp388: BMP388.self
    case .bmp390: BMP390.self
    }
  }

  func makeChip() -> any SimulatedChip {
    switch self {
    case .mpu6050: MPUChip(.mpu6050)
    case .mpu6500: MPUChip(.mpu6500)
    case .mpu9250: MPUChip(.mpu9250)
    case .icm20948: ICM20948Chip()
    case .ak8963: AKMChip(.ak8963)
    case .ak09916: AKMChip(.ak09916)
    case .bmi160: BoschMotionChip(.bmi160)
    case .bmi270: BoschMotionChip(.bmi270)
    case .bmm150: BMM150Chip()
    case .bmp280: BoschBarometerChip(.bmp280)
    case .bme280: BoschBarometerChip(.bme280)
    case .bmp388: BoschBarometerChip(.bmp388)
    case .bmp390: BoschBarometerChip(.bmp390)
    }
  }
}

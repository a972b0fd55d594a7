import Foundation
import HeadingProtocol
import HeadingSensing
import Testing

@testable import CoreMotion

/// Readings in Apple's units, and test doubles as in programs, with overridden properties.
struct DoublesTests {
  private class Attitude: CMAttitude {
    let pitched: Double
    init(pitch: Double) {
      pitched = pitch
      super.init()
    }
    required init?(coder: NSCoder) { nil }
    override var pitch: Double { pitched }
  }
  private class Motion: CMDeviceMotion {
    override var attitude: CMAttitude { Attitude(pitch: 0.5) }
    override var timestamp: TimeInterval { 7 }
    override var heading: Double { 90 }
    override var gravity: CMAcceleration { CMAcceleration(x: 1, y: 0, z: 0) }
    override var rotationRate: CMRotationRate { CMRotationRate(x: 1, y: 2, z: 3) }
  }
  private class Height: CMAltitudeData {
    override var pressure: NSNumber { 101.325 }
  }
  private class Altitude: CMAbsoluteAltitudeData {
    override var altitude: Double { 100 }
  }
  private class Field: CMMagnetometerData {
    override var magneticField: CMMagneticField { CMMagneticField(x: 1, y: 2, z: 3) }
  }
  private class Acceleration: CMAccelerometerData {
    override var acceleration: CMAcceleration { CMAcceleration(x: 0, y: 0, z: -1) }
  }
  private class Rate: CMGyroData {
    override var rotationRate: CMRotationRate { CMRotationRate(x: 0, y: 0, z: 1) }
  }
  private class Manager: CMMotionManager {
    override var isDeviceMotionAvailable: Bool { true }
    override var deviceMotion: CMDeviceMotion? { Motion() }
    override var gyroData: CMGyroData? { Rate() }
    override var accelerometerData: CMAccelerometerData? { Acceleration() }
  }

  @Test func `test doubles can replace the classes`() {
    let motion: CMDeviceMotion = Motion()
    #expect(motion.attitude.pitch == 0.5 && motion.timestamp == 7 && motion.heading == 90)
    #expect(motion.gravity.x == 1 && motion.rotationRate.z == 3)
    #expect((Height() as CMAltitudeData).pressure == 101.325)
    #expect((Altitude() as CMAbsoluteAltitudeData).altitude == 100)
    #expect((Field() as CMMagnetometerData).magneticField.z == 3)
    let manager: CMMotionManager = Manager()
    #expect(manager.isDeviceMotionAvailable && manager.deviceMotion?.heading == 90)
    #expect(manager.gyroData?.rotationRate.z == 1)
    #expect(manager.accelerometerData?.acceleration.z == -1)
  }

  @Test func `empty values have the documented defaults`() {
    #expect(CMDeviceMotion().heading < 0 && CMDeviceMotion().userAcceleration.x.isNaN)
    #expect(CMAttitude().quaternion.w == 1 && CMLogItem().timestamp == 0)
    let matrix = CMRotationMatrix(
      m11: 1, m12: 2, m13: 3, m21: 4, m22: 5, m23: 6, m31: 7, m32: 8, m33: 9)
    #expect(matrix.m12 == 2 && matrix.m21 == 4 && matrix.m33 == 9)
  }

  @Test func `readings have Apple's units and signs and survive archiving`() throws {
    let line = #"{"class":"sample","sensor":"x","boot_time":5,"values":[0,4.903325,9.80665]}"#
    let sample = try JSONDecoder().decode(SampleMessage.self, from: Data(line.utf8))
    let acceleration = try archived(#require(CMAccelerometerData(sample)))
    #expect(acceleration.timestamp == 5)
    #expect(acceleration.acceleration.y == -0.5 && acceleration.acceleration.z == -1)
    let rate = try archived(#require(CMGyroData(sample)))
    #expect(abs(rate.rotationRate.z - 9.80665 * .pi / 180) < 1e-15)
    let field = try archived(#require(CMMagnetometerData(sample)))
    #expect(field.magneticField.y == 4.903325)
    let short = #"{"class":"sample","sensor":"x","boot_time":5,"values":[1]}"#
    let single = try JSONDecoder().decode(SampleMessage.self, from: Data(short.utf8))
    #expect(CMAccelerometerData(single) == nil && CMGyroData(single) == nil)
    #expect(CMMagnetometerData(single) == nil)
  }

  private func archived<Value: NSObject & NSSecureCoding>(_ value: Value) throws -> Value {
    let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: data))
  }
}

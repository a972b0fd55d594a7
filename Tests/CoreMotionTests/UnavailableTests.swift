import Foundation
import HeadingActivity
import Testing

@testable import CoreMotion

/// What no sensor here measures says so, and has no values.
@Suite(.timeLimit(.minutes(5))) struct UnavailableTests {
  private final class Delegate: NSObject, CMHeadphoneMotionManagerDelegate, CMFallDetectionDelegate
  {}

  private func code(_ error: (any Error)?) -> Int? {
    guard let error = error as NSError?, error.domain == CMErrorDomain else { return nil }
    return error.code
  }

  @Test func `nothing is available`() {
    let headphones = CMHeadphoneMotionManager()
    let delegate = Delegate()
    headphones.delegate = delegate
    headphones.startDeviceMotionUpdates()
    headphones.startConnectionStatusUpdates()
    #expect(!headphones.isDeviceMotionAvailable && !headphones.isDeviceMotionActive)
    #expect(headphones.deviceMotion == nil && !headphones.isConnectionStatusActive)
    let activity = CMHeadphoneActivityManager()
    #expect(!activity.isActivityAvailable && !activity.isStatusAvailable)
    #expect(!CMFallDetectionManager.isAvailable && !CMMovementDisorderManager.isAvailable())
    #expect(CMMovementDisorderManager.version() == nil)
    #expect(!CMSensorRecorder.isAccelerometerRecordingAvailable())
    #expect(CMSensorRecorder().accelerometerData(from: .distantPast, to: .distantFuture) == nil)
    #expect(!CMBatchedSensorManager.isAccelerometerSupported)
    #expect(!CMBatchedSensorManager.isDeviceMotionSupported)
    #expect(CMBatchedSensorManager().accelerometerBatch == nil)
    #expect(!CMWaterSubmersionManager.waterSubmersionAvailable)
    #expect(CMWaterSubmersionManager().maximumDepth == nil)
  }

  @Test func `handlers receive that it is not available`() async {
    let queue = OperationQueue()
    var codes: [Int?] = []
    codes.append(
      await withCheckedContinuation { continuation in
        CMHeadphoneMotionManager().startDeviceMotionUpdates(to: queue) { _, error in
          continuation.resume(returning: code(error))
        }
      })
    codes.append(
      await withCheckedContinuation { continuation in
        CMHeadphoneActivityManager().startStatusUpdates(to: queue) { status, error in
          continuation.resume(returning: status == .disconnected ? code(error) : nil)
        }
      })
    codes.append(
      await withCheckedContinuation { continuation in
        CMMovementDisorderManager().queryTremor(from: .distantPast, to: .distantFuture) {
          continuation.resume(returning: $0.isEmpty ? code($1) : nil)
        }
      })
    codes.append(
      await withCheckedContinuation { continuation in
        CMBatchedSensorManager().startAccelerometerUpdates { batch, error in
          continuation.resume(returning: batch == nil ? code(error) : nil)
        }
      })
    #expect(codes == [109, 109, 109, 109])
    let status = await withCheckedContinuation { continuation in
      CMFallDetectionManager().requestAuthorization { continuation.resume(returning: $0) }
    }
    #expect(status == .restricted)
    await #expect(throws: NSError.self) {
      for try await _ in CMBatchedSensorManager().deviceMotionUpdates() {}
    }
  }

  @Test func `values without a measurement are none`() {
    #expect(CMTremorResult().percentUnknown == 1 && CMTremorResult().percentStrong == 0)
    #expect(CMDyskineticSymptomResult().percentLikely.isNaN)
    #expect(CMOdometerData().deltaDistance.isNaN && CMOdometerData().slope == nil)
    #expect(CMWaterSubmersionMeasurement().depth == nil)
    #expect(CMHighFrequencyHeartRateData().heartRate.isNaN)
    #expect(CMAmbientPressureData().pressure.value.isNaN)
    #expect(CMRecordedRotationRateData().rotationRate.x.isNaN)
    #expect(CMMotionActivity().unknown && CMMotionActivity().confidence == .low)
    #expect(CMPedometerData().distance == nil && CMPedometerData().numberOfSteps == 0)
  }

  @Test func `raw values are Apple's`() {
    // The metadata of PyObjC 12.2 (pyobjc-framework-CoreMotion).
    #expect(CMDeviceMotion.SensorLocation.headphoneRight.rawValue == 2)
    #expect(CMDeviceMotion().sensorLocation == .default)
    #expect(CMErrorMotionActivityNotAuthorized.rawValue == 105)
    #expect(CMErrorNotAvailable.rawValue == 109 && CMErrorSize.rawValue == 113)
    #expect(CMFallDetectionEvent.UserResolution.unresponsive.rawValue == 3)
    #expect(CMHeadphoneActivityManager.Status.connected.rawValue == 1)
    #expect(CMHighFrequencyHeartRateDataConfidence.highest.rawValue == 3)
    #expect(CMMotionActivityConfidence.high.rawValue == 2)
    #expect(CMOdometerOriginDevice.remote.rawValue == 2)
    #expect(CMPedometerEventType.pause.rawValue == 0 && CMPedometerEventType.resume.rawValue == 1)
    #expect(CMWaterSubmersionEvent.State.submerged.rawValue == 2)
    #expect(CMWaterSubmersionMeasurement.DepthState.approachingMaxDepth.rawValue == 400)
    #expect(CMWaterSubmersionMeasurement.DepthState.sensorDepthError.rawValue == 600)
  }

  @Test func `data survive archiving`() throws {
    func archived<Value: NSObject & NSSecureCoding>(_ value: Value) throws -> Value {
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: value, requiringSecureCoding: true)
      return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: data))
    }
    var values = PedestrianValues()
    (values.start, values.end, values.steps) = (1e9, 1e9 + 60, 100)
    (values.distance, values.ascended, values.activeTime) = (75, 2, 50)
    let data = try archived(CMPedometerData(values))
    #expect(data.numberOfSteps == 100 && data.distance == 75 && data.floorsAscended == 2)
    #expect(data.floorsDescended == nil && data.currentPace == nil)
    #expect(data.endDate == Date(timeIntervalSince1970: 1e9 + 60))
    #expect(abs(try #require(data.averageActivePace).doubleValue - 50.0 / 75) < 1e-12)
    let event = try archived(CMPedometerEvent(.resume, at: Date(timeIntervalSince1970: 5)))
    #expect(event.type == .resume && event.date == Date(timeIntervalSince1970: 5))
    let activity = try archived(
      CMMotionActivity([.automotive, .stationary], .medium, from: event.date, at: 7))
    #expect(activity.automotive && activity.stationary && !activity.walking && !activity.unknown)
    #expect(activity.confidence == .medium && activity.startDate == event.date)
    #expect(activity.timestamp == 7)
    #expect(try archived(CMTremorResult()).percentUnknown == 1)
  }
}

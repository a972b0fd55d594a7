import HeadingCalibration
import HeadingSensing

/// `heading_reasons_names`.
@_cdecl("heading_reasons_names")
public func reasonNames(_ bits: UInt64, _ text: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
  var buffer = unsafe TextBuffer(text, size: size)
  for entry in Reasons.catalogue where Reasons(rawValue: bits).contains(entry.reason) {
    buffer.append(entry.name, separatedBy: UInt8(ascii: ","))
  }
  return buffer.finish()
}

/// `heading_reasons_advice`.
@_cdecl("heading_reasons_advice")
public func reasonAdvice(_ bits: UInt64, _ text: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
  var buffer = unsafe TextBuffer(text, size: size)
  for entry in Reasons.catalogue where Reasons(rawValue: bits).contains(entry.reason) {
    buffer.append(entry.advice, separatedBy: UInt8(ascii: "\n"))
  }
  return buffer.finish()
}

/// `heading_calibration_names`.
@_cdecl("heading_calibration_names")
public func calibrationNames(
  _ bits: UInt64, _ text: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
  let reasons = CalibrationReasons(rawValue: UInt32(truncatingIfNeeded: bits))
  var buffer = unsafe TextBuffer(text, size: size)
  for entry in CalibrationReasons.catalogue where reasons.contains(entry.reason) {
    buffer.append(entry.name, separatedBy: UInt8(ascii: ","))
  }
  return buffer.finish()
}

/// `heading_calibration_advice`.
@_cdecl("heading_calibration_advice")
public func calibrationAdvice(
  _ bits: UInt64, _ text: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
  let reasons = CalibrationReasons(rawValue: UInt32(truncatingIfNeeded: bits))
  var buffer = unsafe TextBuffer(text, size: size)
  for entry in CalibrationReasons.catalogue where reasons.contains(entry.reason) {
    buffer.append(entry.advice, separatedBy: UInt8(ascii: "\n"))
  }
  return buffer.finish()
}

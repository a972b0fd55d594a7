public import HeadingCalibration
public import HeadingEngine
import HeadingGeometry
import HeadingSensing

extension CourseAudit {
  /// Adds a solution; one without forward heading, course, speed or declination is ignored.
  public mutating func add(_ solution: HeadingSolution) {
    guard let heading = solution.magneticHeading.value, let course = solution.course.value,
      let speed = solution.speed.value, let declination = solution.declination.value,
      solution.headingAxis == .forward
    else { return }
    add(
      at: solution.time, heading: heading,
      course: Heading(degrees: course.degrees - declination.degrees), speed: speed)
  }
}

import HeadingEngine
import HeadingGeometry
import HeadingRecording
import HeadingSensing
import Testing

struct SolutionTableTests {
  private func row(_ solution: HeadingSolution) -> String {
    var table = SolutionTable()
    _ = table.take()
    table.append(solution)
    return String(decoding: table.take(), as: UTF8.self)
  }

  private func solution(at seconds: Double) -> HeadingSolution {
    HeadingSolution(time: BootTime(seconds: seconds), missing: .starting)
  }

  @Test func `a table begins with its header`() {
    #expect(
      String(decoding: SolutionTable().bytes, as: UTF8.self)
        == "t,q_w,q_x,q_y,q_z,magnetic_heading,true_heading,heading_accuracy,heading_accuracy_95,"
        + "status,simulated\n")
  }

  @Test func `a missing value is an empty field`() {
    #expect(row(solution(at: 1.5)) == "1.500000,,,,,,,,,invalid,0\n")
    #expect(row(solution(at: -0.25)) == "-0.250000,,,,,,,,,invalid,0\n")
  }

  @Test func `numbers have fixed decimals`() {
    var solution = solution(at: 12.000001)
    solution.attitude = .known(Quaternion(w: 0.5, x: -0.5, y: 1e-10, z: 0.707106781))
    solution.magneticHeading = .known(Heading(degrees: 12.5))
    solution.trueHeading = .known(Heading(degrees: 0))
    solution.headingAccuracy = .known(Angle(degrees: 1.25))
    solution.headingAccuracy95 = .known(Angle(degrees: 2.5))
    solution.status = .valid
    #expect(
      row(solution)
        == "12.000001,0.500000000,-0.500000000,0.000000000,0.707106781,12.50000,0.00000,1.25000,"
        + "2.50000,valid,0\n")
  }

  @Test func `a heading just below a full turn is not written as 360`() {
    var solution = solution(at: 0)
    solution.magneticHeading = .known(Heading(degrees: 359.999999))
    solution.trueHeading = .known(Heading(degrees: 359.99999))
    #expect(row(solution) == "0.000000,,,,,0.00000,359.99999,,,invalid,0\n")
  }

  @Test func `NaN is an empty field`() {
    var solution = solution(at: 0)
    solution.magneticHeading = .known(Heading(degrees: .nan))
    solution.headingAccuracy = .known(Angle(degrees: .infinity))
    #expect(row(solution) == "0.000000,,,,,,,,,invalid,0\n")
  }

  @Test func `simulated data are marked in every row`() {
    var solution = solution(at: 1.5)
    solution.isSimulated = true
    #expect(row(solution) == "1.500000,,,,,,,,,invalid,1\n")
  }
}

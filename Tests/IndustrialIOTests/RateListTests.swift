import Testing

@testable import IndustrialIO

struct RateListTests {
  // The lists are those of Linux drivers: st_magn, hmc5843, st_lsm6dsx, lps25h.
  @Test(arguments: [
    ("1 2 3 5 10 20 40 80", 50.0, "80"), ("1 2 3 5 10 20 40 80", 200, "80"),
    ("1 2 3 5 10 20 40 80", 0.5, "1"),
    ("0.750000 1.500000 3.0 7.500000 15.0 30.0 75.0", 50, "75.0"),
    ("14.900 59.500 119.000 238.000 476.000 952.000", 100, "119.000"),
    ("1 7 13 25", 25, "25"), ("80 40 20 10", 15, "20"), ("12.5 99.99 200", 100, "99.99"),
    ("[10 5 100]", 52, "55"), ("[10 5 100]", 500, "100"), ("[10 5 100]", 1, "10"),
    ("[0.5 0.5 10]", 2.5, "2.5"),
  ])
  func `the nearest value not below the wish is taken, in the driver's spelling`(
    _ list: String, _ wish: Double, _ text: String
  ) throws {
    #expect(try #require(RateList(list)).nearest(notBelow: wish).text == text)
  }

  @Test(arguments: ["", "normal positivebias", "nan inf", "0 -5", "[]"])
  func `a list without a positive number is no list`(_ text: String) {
    #expect(RateList(text) == nil)
  }

  @Test(arguments: [
    (100.0, "100"), (12.5, "12.5"), (0.000_146, "0.000146"), (99.999_999_9, "100"),
    (-1, "0"), (1e300, "1000000000"), (0.05, "0.05"),
  ])
  func `a number is written without exponent and locale`(_ number: Double, _ text: String) {
    #expect(RateList.text(number) == text)
  }
}

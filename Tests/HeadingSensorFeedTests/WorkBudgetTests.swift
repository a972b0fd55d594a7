import HeadingSensing
import Testing

@testable import HeadingSensorFeed

struct WorkBudgetTests {
  /// Share of a core that a thread takes that works for some time whenever it does not rest.
  private func share(work: Double, idle: Double) -> Double {
    var budget = WorkBudget()
    var (time, worked) = (0.0, 0.0)
    while time < 100 {
      let rest = budget.rest(at: BootTime(seconds: time), after: worked)
      time += work + idle + rest
      worked += work
    }
    return worked / time
  }

  @Test(arguments: [1e-5, 1e-3, 0.05, 1]) func `endless work gets half a core`(work: Double) {
    #expect(abs(share(work: work, idle: 0) - 0.5) < 0.01)
  }

  @Test func `work below the share never rests`() {
    #expect(abs(share(work: 0.004, idle: 0.006) - 0.4) < 0.01)
  }

  @Test func `a burst is not delayed`() {
    var budget = WorkBudget()
    _ = budget.rest(at: BootTime(seconds: 0), after: 0)
    #expect(budget.rest(at: BootTime(seconds: 0.015), after: 0.015) == 0)
    #expect(budget.rest(at: BootTime(seconds: 0.1), after: 0.1) > 0)
  }
}

import HeadingProtocol
import Testing

@testable import HeadingServer

/// Which updates pass a subscriber's filters.
struct UpdateFilterTests {
  private func message(
    _ time: Double, heading: Double? = nil, latitude: Double? = nil, steer: String = "ok"
  ) -> SolutionMessage {
    var message = Message.at(time)
    message.magneticHeading = heading
    message.latitude = latitude
    message.longitude = latitude.map { _ in 8.5 }
    message.steer = steer
    return message
  }

  @Test func `a heading filter passes changes of heading, across north too`() {
    var filter = UpdateFilter()
    filter.heading = 5
    let admitted = [350, 352, 354.9, 355, 359, 0, 4, 355.1, 354.9].enumerated().map {
      filter.admits(message(Double($0.offset), heading: $0.element))
    }
    #expect(admitted == [true, false, false, true, false, true, false, false, true])
  }

  @Test func `appearance and loss of a heading pass, and so does a change of steer`() {
    var filter = UpdateFilter()
    filter.heading = 5
    let admitted = [
      filter.admits(message(0, heading: 10)), filter.admits(message(1)),
      filter.admits(message(2)), filter.admits(message(3, heading: 10)),
      filter.admits(message(4, heading: 10, steer: "stop")),
      filter.admits(message(5, heading: 10, steer: "stop")),
    ]
    #expect(admitted == [true, true, false, true, true, false])
  }

  @Test func `a change of steer passes at once, whatever the rate`() {
    var filter = UpdateFilter()
    filter.rate = 0.2
    let admitted = [
      (0.0, "ok"), (0.1, "ok"), (0.2, "stop"), (0.3, "stop"), (0.4, "ok"), (5.0, "ok"),
    ].map {
      filter.admits(message($0.0, steer: $0.1))
    }
    #expect(admitted == [true, false, true, false, true, true])
  }

  @Test func `a distance filter passes changes of position`() {
    var filter = UpdateFilter()
    filter.distance = 100
    // A thousandth of a degree of latitude is 111 m.
    let admitted = [47, 47.0005, 47.0008, 47.001, 47.0015].enumerated().map {
      filter.admits(message(Double($0.offset), latitude: $0.element))
    }
    #expect(admitted == [true, false, false, true, false])
  }

  @Test func `with a rate too, a change waits until it is due`() {
    var filter = UpdateFilter()
    filter.heading = 5
    filter.rate = 1
    let admitted = [(0.0, 0.0), (0.5, 90), (0.9, 90), (1.0, 90), (2.5, 91)].map {
      filter.admits(message($0.0, heading: $0.1))
    }
    #expect(admitted == [true, false, false, true, false])
  }

  @Test func `a queue of lines keeps order and is bounded`() {
    var queue = LineQueue<Int>(limit: 3)
    let taken = (0..<4).map { queue.put($0) }
    #expect(taken == [true, true, true, false])
    let first = queue.take()
    let isTaken = queue.put(4)
    let rest = (0..<4).map { _ in queue.take() }
    #expect(first == 0 && isTaken)
    #expect(rest == [1, 2, 4, nil])
    #expect(queue.isEmpty)
  }

  @Test func `a queue of long lines is bounded in bytes, for a reader that is always behind too`() {
    var queue = LineQueue<Int>(limit: 3, byteLimit: 100) { $0 }
    let taken = [40, 60, 1].map { queue.put($0) }
    #expect(taken == [true, true, false])
    var read: [Int?] = []
    for number in 1...20 {
      read.append(queue.take())
      let isTaken = queue.put(number)
      #expect(isTaken)
    }
    #expect(read.count == 20 && read.prefix(4) == [40, 60, 1, 2])
    #expect(queue.take() == 19)
  }
}

import HeadingRecording

/// Topics of a recording, each with its own channel.
enum RecordingTopic: UInt16, CaseIterable {
  case events = 1
  case updates = 2
  case notices = 3
  case part = 4
  case setup = 5
  case context = 6
  case contract = 7
  case repetitions = 8

  /// Its name in the file.
  var name: String {
    switch self {
    case .events: EventReplay.eventTopic
    case .updates: "/heading"
    case .notices: "/notices"
    case .part: RecordingPart.topic
    case .setup: RecordingSetup.topic
    case .context: EventReplay.contextTopic
    case .contract: EventReplay.contractTopic
    case .repetitions: RecordedRepetition.topic
    }
  }
}

/// What a guided calibration shows at one moment, whatever is calibrated.
struct GuideFrame: Sendable {
  /// A line below the picture.
  enum Line: Sendable {
    case text(String, TextCanvas.Ink)
    case bar(GuideBar)
  }

  /// What is calibrated.
  var subject: String

  /// What to do now.
  var task: String
  var taskInk = TextCanvas.Ink.bold

  var picture: (any GuidePicture)?

  /// Steps and facts beside the picture.
  var list: [GuideRow] = []

  /// Measured now, the most wanted first.
  var lines: [Line] = []

  /// What went wrong or was found, above the keys.
  var messages: [(text: String, ink: TextCanvas.Ink)] = []

  /// Seconds until it ends by itself; `nil` for never.
  var timeLeft: Double?

  /// What Enter does; `nil` for nothing.
  var accept: String?

  /// What q does.
  var quit = "keep the old one"

  /// The keys that fit into so many columns.
  func keys(columns: Int) -> String {
    let enter = accept.map { "Enter \($0)   " } ?? ""
    let texts = ["\(enter)r start over   q or Esc \(quit)", "\(enter)q quit", "q quit"]
    return texts.first { $0.count <= columns } ?? "q"
  }
}

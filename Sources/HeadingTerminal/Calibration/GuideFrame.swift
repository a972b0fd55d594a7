/// Content of one frame of a guided calibration.
struct GuideFrame: Sendable {
  /// A line below the picture.
  enum Line: Sendable {
    case text(String, TextCanvas.Ink)
    case bar(GuideBar)
  }

  /// The sensor or property that is calibrated.
  var subject: String

  /// The present instruction to the user.
  var task: String
  var taskInk = TextCanvas.Ink.bold

  var picture: (any GuidePicture)?

  /// Steps and values beside the picture.
  var list: [GuideRow] = []

  /// Present measurements, the most important first.
  var lines: [Line] = []

  /// Problems and results, shown above the keys.
  var messages: [(text: String, ink: TextCanvas.Ink)] = []

  /// Time until the calibration times out, s; `nil` for no limit.
  var timeLeft: Double?

  /// The effect of Enter; `nil` for none.
  var accept: String?

  /// The effect of q.
  var quit = "keep the old one"

  /// Lists the keys that fit a number of columns.
  func keys(columns: Int) -> String {
    let enter = accept.map { "Enter \($0)   " } ?? ""
    let texts = ["\(enter)r start over   q or Esc \(quit)", "\(enter)q quit", "q quit"]
    return texts.first { $0.count <= columns } ?? "q"
  }
}

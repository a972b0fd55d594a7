extension String {
  /// The text filled up with blanks to a number of characters; a longer text is not cut.
  package func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

#if !canImport(Darwin)
  /// Calls a function and returns its result.
  ///
  /// On Apple's systems objects of Objective-C that the function has autoreleased are released at its
  /// end. There are none on Linux, where Swift releases every object after its last use.
  ///
  /// - Parameter body: The function.
  /// - Returns: What it returns.
  /// - Throws: What it throws.
  public func autoreleasepool<Result: ~Copyable, Failure: Error>(
    invoking body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body()
  }
#endif

// SwiftPM requires a source file; the target consists of a module map only.

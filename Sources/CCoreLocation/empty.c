// A target needs a source; this one is only a module map.

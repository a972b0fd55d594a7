swift build
.build/debug/FirstHeading

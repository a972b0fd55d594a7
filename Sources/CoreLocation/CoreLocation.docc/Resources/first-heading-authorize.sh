compass authorize allow .build/debug/FirstHeading
.build/debug/FirstHeading

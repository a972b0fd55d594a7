/* The page's files, byte for byte; a new file needs its lines here. */
#include "page.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char calibration_js[] = {
#embed "page/calibration.js"
};
static const unsigned char events_js[] = {
#embed "page/events.js"
};
static const unsigned char format_js[] = {
#embed "page/format.js"
};
static const unsigned char history_worker_js[] = {
#embed "page/history-worker.js"
};
static const unsigned char icon_svg[] = {
#embed "page/icon.svg"
};
static const unsigned char index_html[] = {
#embed "page/index.html"
};
static const unsigned char instruments_js[] = {
#embed "page/instruments.js"
};
static const unsigned char language_js[] = {
#embed "page/language.js"
};
static const unsigned char main_js[] = {
#embed "page/main.js"
};
static const unsigned char memory_js[] = {
#embed "page/memory.js"
};
static const unsigned char page_css[] = {
#embed "page/page.css"
};
static const unsigned char picture_js[] = {
#embed "page/picture.js"
};
static const unsigned char plots_js[] = {
#embed "page/plots.js"
};
static const unsigned char poses_js[] = {
#embed "page/poses.js"
};
static const unsigned char reasons_js[] = {
#embed "page/reasons.js"
};
static const unsigned char recording_js[] = {
#embed "page/recording.js"
};
static const unsigned char rose_js[] = {
#embed "page/rose.js"
};
static const unsigned char sensors_js[] = {
#embed "page/sensors.js"
};
static const unsigned char series_js[] = {
#embed "page/series.js"
};
static const unsigned char sphere_js[] = {
#embed "page/sphere.js"
};
static const unsigned char stream_js[] = {
#embed "page/stream.js"
};
static const unsigned char words_js[] = {
#embed "page/words.js"
};

static const page_file files[] = {
  {"calibration.js", "text/javascript; charset=utf-8", calibration_js, sizeof calibration_js},
  {"events.js", "text/javascript; charset=utf-8", events_js, sizeof events_js},
  {"format.js", "text/javascript; charset=utf-8", format_js, sizeof format_js},
  {"history-worker.js", "text/javascript; charset=utf-8", history_worker_js, sizeof history_worker_js},
  {"icon.svg", "image/svg+xml", icon_svg, sizeof icon_svg},
  {"index.html", "text/html; charset=utf-8", index_html, sizeof index_html},
  {"instruments.js", "text/javascript; charset=utf-8", instruments_js, sizeof instruments_js},
  {"language.js", "text/javascript; charset=utf-8", language_js, sizeof language_js},
  {"main.js", "text/javascript; charset=utf-8", main_js, sizeof main_js},
  {"memory.js", "text/javascript; charset=utf-8", memory_js, sizeof memory_js},
  {"page.css", "text/css; charset=utf-8", page_css, sizeof page_css},
  {"picture.js", "text/javascript; charset=utf-8", picture_js, sizeof picture_js},
  {"plots.js", "text/javascript; charset=utf-8", plots_js, sizeof plots_js},
  {"poses.js", "text/javascript; charset=utf-8", poses_js, sizeof poses_js},
  {"reasons.js", "text/javascript; charset=utf-8", reasons_js, sizeof reasons_js},
  {"recording.js", "text/javascript; charset=utf-8", recording_js, sizeof recording_js},
  {"rose.js", "text/javascript; charset=utf-8", rose_js, sizeof rose_js},
  {"sensors.js", "text/javascript; charset=utf-8", sensors_js, sizeof sensors_js},
  {"series.js", "text/javascript; charset=utf-8", series_js, sizeof series_js},
  {"sphere.js", "text/javascript; charset=utf-8", sphere_js, sizeof sphere_js},
  {"stream.js", "text/javascript; charset=utf-8", stream_js, sizeof stream_js},
  {"words.js", "text/javascript; charset=utf-8", words_js, sizeof words_js},
  {NULL, NULL, NULL, 0},
};

const page_file *page_files(void) { return files; }

// What each reason of the stream means and what to do, in English and Korean. A reason that is not here is shown by its name: a newer
// daemon may know more than this page.

// name: [English title, English advice, Korean title, Korean advice]
const heading = {
  starting: ["Just started", "The estimate has just begun. Hold still for a second.", "시작 중", "추정을 막 시작했습니다. 1초 동안 움직이지 마십시오."],
  magnetometer_missing: ["No magnetometer", "None was found. Run compass doctor.", "자력계 없음", "자력계를 찾지 못했습니다. compass doctor를 실행하십시오."],
  magnetometer_stale: ["Magnetometer silent", "It stopped delivering samples. Check its cable and driver.", "자력계 무응답", "표본이 더 이상 오지 않습니다. 배선과 드라이버를 확인하십시오."],
  accelerometer_missing: ["No accelerometer", "None was found, so the tilt is unknown. Run compass doctor.", "가속도계 없음", "가속도계를 찾지 못해 기울기를 알 수 없습니다. compass doctor를 실행하십시오."],
  accelerometer_stale: ["Accelerometer silent", "It stopped delivering samples. Check its cable and driver.", "가속도계 무응답", "표본이 더 이상 오지 않습니다. 배선과 드라이버를 확인하십시오."],
  gyroscope_missing: ["No gyroscope", "None was found. The heading follows turns more slowly.", "자이로스코프 없음", "자이로스코프를 찾지 못했습니다. 방위가 회전을 더 느리게 따라갑니다."],
  gyroscope_stale: ["Gyroscope silent", "It stopped delivering samples. Check its cable and driver.", "자이로스코프 무응답", "표본이 더 이상 오지 않습니다. 배선과 드라이버를 확인하십시오."],
  barometer_missing: ["No barometer", "None was found. Altitude needs one, or a fix.", "기압계 없음", "기압계를 찾지 못했습니다. 고도에는 기압계나 위성 위치가 필요합니다."],
  barometer_stale: ["Barometer silent", "It stopped delivering samples.", "기압계 무응답", "표본이 더 이상 오지 않습니다."],
  gnss_missing: ["No satellite receiver", "Is gpsd running, and the receiver connected?", "위성 수신기 없음", "gpsd가 실행 중이고 수신기가 연결되어 있습니까?"],
  no_fix: ["No satellite fix", "The receiver has no position yet. Give it a view of the sky.", "위성 위치 없음", "수신기가 아직 위치를 찾지 못했습니다. 하늘이 보이는 곳으로 옮기십시오."],
  fix_stale: ["Satellite fix too old", "The receiver has sent no new position.", "위성 위치가 오래됨", "수신기가 새 위치를 보내지 않습니다."],
  not_reported: ["Not reported by the receiver", "The receiver does not give this value now.", "수신기가 보고하지 않음", "수신기가 지금 이 값을 주지 않습니다."],
  position_unknown: ["Place unknown", "The true heading needs a place: a fix, or a configured one.", "장소 미상", "진방위에는 장소가 필요합니다. 위성 위치나 설정된 장소를 주십시오."],
  date_unknown: ["Date unknown", "The true heading needs a date: satellite time or a synchronized clock.", "날짜 미상", "진방위에는 날짜가 필요합니다. 위성 시각이나 동기된 시계가 있어야 합니다."],
  model_expired: ["Date outside the magnetic model", "Update headingd, or check the clock.", "자기 모형의 유효 기간 밖", "headingd를 갱신하거나 시계를 확인하십시오."],
  field_too_weak: ["Horizontal field too weak", "No magnetic compass works here, near a magnetic pole.", "수평 자기장이 너무 약함", "자극에 가까워 자기 나침반을 쓸 수 없습니다."],
  field_weak: ["Horizontal field weak", "Expect larger errors here.", "수평 자기장이 약함", "이곳에서는 오차가 커집니다."],
  uncalibrated: ["Not calibrated", "Calibrate the magnetometer, or turn the device about.", "보정 안 됨", "자력계를 보정하거나 장치를 여러 방향으로 돌리십시오."],
  load_unknown: ["Load not known", "The field depends on the motor's load, which is not reported.", "부하 미상", "자기장이 모터 부하에 따라 변하지만 부하가 보고되지 않습니다."],
  disturbed: ["Field disturbed", "Iron or a magnet nearby. Move away, or turn the device about.", "자기장 교란", "근처에 철이나 자석이 있습니다. 멀리 옮기거나 장치를 돌리십시오."],
  field_implausible: ["Not the Earth’s field", "Calibrate, or check the driver’s scale (20 to 70 µT are usual).", "지구 자기장이 아님", "보정하거나 드라이버의 배율을 확인하십시오(보통 20~70 µT)."],
  gravity_implausible: ["Gravity is not 1 g", "Check the accelerometer’s scale and mounting.", "중력이 1 g가 아님", "가속도계의 배율과 장착을 확인하십시오."],
  rate_implausible: ["Gyroscope turns while at rest", "Hold still, or check the gyroscope’s scale.", "정지 중 자이로스코프 회전", "움직이지 말고 자이로스코프의 배율을 확인하십시오."],
  invalid_samples: ["Samples rejected", "A sensor delivered what is not a plausible number.", "표본 거부됨", "센서가 타당하지 않은 값을 보냈습니다."],
  sensor_stuck: ["A sensor repeats its value", "Power it off and on.", "센서 값이 멈춤", "센서의 전원을 껐다 켜십시오."],
  saturated: ["A sensor is saturated", "It is at the end of its range. Move it away from magnets.", "센서 포화", "측정 범위의 끝입니다. 자석에서 멀리 옮기십시오."],
  gyroscope_hold: ["Held by the gyroscope", "The field does not confirm the heading, which drifts.", "자이로스코프로 유지 중", "자기장이 방위를 확인하지 못해 서서히 어긋납니다."],
  relative_heading: ["Heading without north", "It is relative to the start, not to north.", "북 기준이 없는 방위", "북이 아니라 시작 방향에 대한 방위입니다."],
  accelerating: ["Accelerating", "The tilt is less accurate meanwhile.", "가속 중", "그동안 기울기가 덜 정확합니다."],
  external_heading: ["Heading from the device", "The device computes this heading itself.", "장치가 계산한 방위", "장치가 스스로 계산한 방위입니다."],
  sensor_failed: ["A sensor failed", "Its driver or bus reports errors.", "센서 고장", "드라이버나 버스가 오류를 보고합니다."],
  magnetometer_stuck: ["Magnetometer stuck", "It repeats one value on an axis. Power it off and on.", "자력계 값이 멈춤", "한 축의 값이 반복됩니다. 전원을 껐다 켜십시오."],
  accelerometer_stuck: ["Accelerometer stuck", "It repeats one value on an axis. Power it off and on.", "가속도계 값이 멈춤", "한 축의 값이 반복됩니다. 전원을 껐다 켜십시오."],
  gyroscope_stuck: ["Gyroscope stuck", "It repeats one value on an axis. Power it off and on.", "자이로스코프 값이 멈춤", "한 축의 값이 반복됩니다. 전원을 껐다 켜십시오."],
  barometer_stuck: ["Barometer stuck", "It repeats one pressure and is not used.", "기압계 값이 멈춤", "같은 기압이 반복되어 쓰지 않습니다."],
  mount_invalid: ["Mounting refused", "A sensor’s mount matrix is wrong. compass devices says why.", "장착 행렬 거부됨", "센서의 장착 행렬이 잘못되었습니다. compass devices가 이유를 알려 줍니다."],
  geoid_missing: ["Geoid file missing", "Sea level cannot be related to the ellipsoid.", "지오이드 파일 없음", "해수면과 타원체의 관계를 알 수 없습니다."],
  late: ["Too late", "Sensors or this machine do not keep the promised rate.", "시간 초과", "센서나 컴퓨터가 약속한 주기를 지키지 못합니다."],
  fix_accuracy_implausible: ["Receiver’s accuracy implausible", "Larger errors are assumed.", "수신기 정확도가 의심됨", "더 큰 오차를 가정합니다."],
  fix_jump: ["Satellite fixes jump", "They contradict the other sensors and are not used for now.", "위성 위치가 튐", "다른 센서와 모순되어 잠시 쓰지 않습니다."],
  navigation_reset: ["Position started again", "It was wrong; fixes confirm the new one within seconds.", "위치를 다시 시작함", "틀린 위치를 버렸습니다. 몇 초 안에 새 위치가 확인됩니다."],
  fix_frozen: ["Satellite position frozen", "The receiver repeats one place. Power it off and on.", "위성 위치가 멈춤", "수신기가 같은 곳을 반복합니다. 전원을 껐다 켜십시오."],
  fix_time_implausible: ["Receiver’s time implausible", "A fix came too late, or its time ran backwards.", "수신기 시각이 의심됨", "위치가 너무 늦게 왔거나 시각이 거꾸로 갔습니다."],
  fix_date_implausible: ["Receiver’s date implausible", "Update the receiver’s firmware (week rollover).", "수신기 날짜가 의심됨", "수신기 펌웨어를 갱신하십시오(주 번호 초과)."],
  dead_reckoning: ["Position without fixes", "It is carried forward by the sensors and drifts.", "위성 없이 추정한 위치", "센서로 이어 간 위치라 서서히 어긋납니다."],
  heading_from_motion: ["Heading from motion", "Motion over ground gives the better heading.", "이동에서 얻은 방위", "지면에 대한 이동이 더 나은 방위를 줍니다."],
  heading_source_changed: ["Heading’s source changed", "It comes from another source since a moment.", "방위의 출처가 바뀜", "방금 다른 출처로 바뀌었습니다."],
  heading_source_lost: ["Heading’s source lost", "The former source of the heading was lost.", "방위의 출처를 잃음", "이전 출처를 잃었습니다."],
  water_speed_implausible: ["Log implausible", "It contradicts the other sensors. Is its wheel free?", "선속계가 의심됨", "다른 센서와 모순됩니다. 회전자가 막히지 않았습니까?"],
  heave_settling: ["Heave settles", "It needs 70 s of accelerations, the sea state two minutes more.", "상하동 준비 중", "가속도 70초, 해황은 2분이 더 필요합니다."],
  place_withheld: ["Place withheld", "This page may not see the place.", "장소 비공개", "이 페이지는 장소를 볼 권한이 없습니다."],
  place_reduced: ["Place coarse", "This page may see the place only roughly.", "장소를 대략만 공개", "이 페이지는 장소를 대략만 볼 수 있습니다."],
  authorization_not_determined: ["Not decided", "Nobody has decided yet what this program may see.", "권한 미결정", "이 프로그램의 권한이 아직 결정되지 않았습니다."],
  authorization_denied: ["Denied", "This program may not see the place.", "권한 거부됨", "이 프로그램은 장소를 볼 수 없습니다."],
  authorization_restricted: ["Restricted", "This program may not see the place.", "권한 제한됨", "이 프로그램은 장소를 볼 수 없습니다."],
  authorization_unknown_program: ["Program unknown", "The kernel names no program, so nothing is granted.", "알 수 없는 프로그램", "커널이 프로그램을 확인하지 못해 권한이 없습니다."],
  authorization_reduced: ["Place coarse", "The place is granted only roughly.", "장소를 대략만 허용", "장소를 대략만 볼 수 있습니다."],
  heading_withheld: ["Heading withheld", "This program may not see the heading.", "방위 비공개", "이 프로그램은 방위를 볼 수 없습니다."],
};

// Of a guided calibration; the names are those of its progress. The English words are also the daemon's `obstacle`.
const calibration = {
  too_few_samples: ["Too few samples", "there are too few samples; record for longer", "표본 부족", "표본이 너무 적습니다. 더 오래 기록하십시오."],
  no_rotation: ["Hardly turned", "the device hardly rotated; turn it", "거의 회전하지 않음", "장치가 거의 돌지 않았습니다. 돌리십시오."],
  headings_missing: ["Headings missing", "not all headings are covered; turn a full circle", "빠진 방위가 있음", "모든 방위가 포함되지 않았습니다. 한 바퀴 돌리십시오."],
  tilt_missing: ["Hardly tilted", "the device was hardly tilted; tilt it nose up and down, left and right", "거의 기울이지 않음", "앞뒤와 좌우로 기울이십시오."],
  no_accelerometer: ["No accelerometer", "without an accelerometer inclination was not used", "가속도계 없음", "가속도계가 없어 복각을 쓰지 않았습니다."],
  place_unknown: ["Place unknown", "strength and inclination were estimated; give the place", "장소 미상", "세기와 복각을 추정했습니다. 장소를 알려 주십시오."],
  many_outliers: ["Many outliers", "many samples do not fit; keep away from iron and magnets", "벗어난 표본이 많음", "맞지 않는 표본이 많습니다. 철과 자석에서 떨어지십시오."],
  disturbed: ["Field changed", "the field changed during the recording; keep away from iron and magnets", "자기장이 변함", "기록 중에 자기장이 변했습니다. 철과 자석에서 떨어지십시오."],
  implausible_field: ["Not the Earth’s field", "the field found is not the Earth's; move away from iron, or check the scale and the axes", "지구 자기장이 아님", "찾은 자기장이 지구의 것이 아닙니다. 철에서 떨어지거나 배율과 축을 확인하십시오."],
  clipped: ["Readings clipped", "an axis of the magnetometer is at the end of its range or stuck; check its range and driver", "측정 범위 초과", "자력계의 한 축이 범위 끝이거나 멈췄습니다. 범위와 드라이버를 확인하십시오."],
  wrong_axes: ["Axes wrong", "axes of the magnetometer are swapped or reversed; `compass calibrate mount` names them", "축이 틀림", "자력계의 축이 바뀌었거나 뒤집혔습니다. compass calibrate mount가 알려 줍니다."],
  inaccurate: ["Not accurate enough", "the heading would not be accurate enough; turn and tilt more", "정확도 부족", "방위가 충분히 정확하지 않습니다. 더 돌리고 기울이십시오."],
  not_converged: ["No fit", "no calibration explains the samples; record again", "맞춤 실패", "표본을 설명하는 보정이 없습니다. 다시 기록하십시오."],
  not_better: ["Not better", "the calibration in use explains the samples as well; keep it", "더 낫지 않음", "지금 보정도 표본을 똑같이 설명합니다. 그대로 두십시오."],
  place_needed: ["Place needed", "a known heading needs the place; give latitude and longitude", "장소 필요", "알려진 방위로 보정하려면 위도와 경도가 필요합니다."],
  moves_with_load: ["Moves with the load", "the field changes with the vehicle's load; mount it farther from motors and cables", "부하에 따라 변함", "자기장이 부하에 따라 변합니다. 모터와 전선에서 더 멀리 장착하십시오."],
  accelerating: ["Turned too fast", "accelerations were too large to measure the vertical; turn it more slowly", "너무 빠른 회전", "가속이 커서 연직을 잴 수 없습니다. 더 천천히 돌리십시오."],
  accelerometer_uncalibrated: ["Accelerometer not calibrated", "the accelerometer is not calibrated; `compass calibrate --six-sides` does it first, then the field", "가속도계 보정 안 됨", "compass calibrate --six-sides는 가속도계를 먼저, 그다음 자기장을 보정합니다."],
  place_disagrees: ["Place disagrees", "the inclination found is not the place's; check latitude and longitude, keep away from iron", "장소와 맞지 않음", "찾은 복각이 이 장소의 것이 아닙니다. 위도와 경도를 확인하고 철에서 떨어지십시오."],
  drifting: ["Offset drifts", "the offset drifted during the recording; let the device warm up, then calibrate again", "편차가 흐름", "기록 중에 편차가 변했습니다. 장치를 예열한 뒤 다시 보정하십시오."],
  gravity_disagrees: ["Vertical uncertain", "the vertical is uncertain by many degrees; calibrate the accelerometer, turn more slowly", "연직이 불확실함", "연직이 몇 도나 불확실합니다. 가속도계를 보정하고 더 천천히 돌리십시오."],
};

const words = (name) => String(name).split("_").join(" ");

function text(table, name, language) {
  const entry = Object.hasOwn(table, name) ? table[name] : null;
  if (!entry) return { title: words(name), advice: "" };
  return language === "ko" ? { title: entry[2], advice: entry[3] } : { title: entry[0], advice: entry[1] };
}

export const reasonText = (name, language) => text(heading, name, language);

export function calibrationReasonText(name, language) {
  const found = text(calibration, name, language);
  const advice = found.advice.charAt(0).toUpperCase() + found.advice.slice(1);
  return { title: found.title, advice: advice && !/[.]$/.test(advice) ? advice + "." : advice };
}

/** A sentence of the daemon in Korean, if it is one of those of the table; else as it is. */
export function sentence(english, language) {
  if (language !== "ko") return english;
  for (const entry of Object.values(calibration)) if (entry[1] === english) return entry[3];
  return english;
}

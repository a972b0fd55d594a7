// libheading in Rust through bindgen's declarations, without a crate.
#![allow(dead_code, non_camel_case_types, non_upper_case_globals, non_snake_case)]
include!(concat!(env!("BINDINGS"), "/heading.rs"));

fn main() {
    unsafe {
        let mut estimator = std::ptr::null_mut();
        assert_eq!(heading_estimator_create(std::ptr::null(), &mut estimator), 0);
        for row in 0..500i64 {
            let noise = 1e-3 * (row as f64 * 12.9898).sin();
            let time = row * 10_000_000;
            assert_eq!(heading_estimator_gyroscope(estimator, time, [noise, -noise, noise / 2.0].as_ptr()), 0);
            assert_eq!(heading_estimator_accelerometer(estimator, time, [noise * 9.0, noise * 7.0, 9.8 + noise].as_ptr()), 0);
            let field = [noise * 1e-4, 20e-6 + noise * 1e-4, -43e-6];
            assert_eq!(heading_estimator_magnetometer(estimator, time, field.as_ptr()), 0);
        }
        let mut estimate: heading_estimate = std::mem::zeroed();
        assert_eq!(heading_estimator_read(estimator, &mut estimate), heading_result_HEADING_ERROR_SIZE);
        estimate.size = std::mem::size_of::<heading_estimate>();
        assert_eq!(heading_estimator_read(estimator, &mut estimate), 0);
        let error = (estimate.heading + 180.0).rem_euclid(360.0) - 180.0;
        assert!(error.abs() < estimate.heading_95, "{} within {}", error, estimate.heading_95);
        assert_eq!(heading_estimator_destroy(estimator), 0);
        assert_eq!(heading_estimator_read(estimator, &mut estimate), heading_result_HEADING_ERROR_HANDLE);
    }
    println!("rust: in order");
}

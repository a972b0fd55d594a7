#!/usr/bin/env python3
"""An independent trial of navigation (`compass replay`): own physics, peer filter and evaluation.

  navigation_trial.py --selftest                       checks the simulator's physics and the peer's consistency
  navigation_trial.py --program PATH --seeds 4 --first 1 --save out.json
  navigation_trial.py --program PATH --faults jump,drag,slip,offset,nospeed,nomag --seeds 3 --only-faults
  navigation_trial.py --program PATH --check           fixed seeds against LIMITS; status 1 if one is exceeded

Frames: earth ENU, body x right, y forward, z up. Truth is local level (n) with lat/lon/height integrated with the
radii of WGS 84, earth rate, transport rate and Coriolis included. Written without reading the product's source.
"""
import argparse, json, math, os, subprocess, sys, time, zlib
import numpy as np
from scipy.interpolate import CubicSpline
from scipy.ndimage import gaussian_filter1d
from scipy.signal import lfilter

D = math.pi / 180
T0 = 1782900000.0
DT = 0.01
TEND = 300.0
N = int(TEND / DT) + 1
TT = np.arange(N) * DT
LAT0, LON0, ALT0, GEOID = 47.4 * D, 8.5 * D, 450.0, 47.324
FIELD = np.array([1.35362, 21.52484, -43.31083])     # WMM-2025, 2026-07-01, `compass declination`
DECL = math.atan2(FIELD[0], FIELD[1])
A_E, E2, W_E = 6378137.0, 6.69437999014e-3, 7.292115e-5
GAP = (200.0, 230.0)
VEHICLES = ['walker', 'rover', 'boat', 'car', 'glider', 'quad', 'scooter', 'train']
MOTION = dict(walker='free', rover='forward', boat='free', car='forward', glider='free', quad='free',
              scooter='forward', train='forward')
FAULTS = dict(jump=['car', 'boat'], drag=['car', 'boat', 'walker'], slip=['car', 'boat', 'rover', 'scooter'],
              offset=['car', 'boat', 'walker', 'quad'], nospeed=['car'], nomag=['car', 'boat'])


def rng_of(*key):
    return np.random.default_rng(zlib.crc32(repr(key).encode()))


def radii(lat):
    s = np.sin(lat)
    w = 1 - E2 * s * s
    return A_E * (1 - E2) / w ** 1.5, A_E / np.sqrt(w)


def gravity(lat, h):
    s2 = np.sin(lat) ** 2
    g = 9.7803253359 * (1 + 0.00193185265241 * s2) / np.sqrt(1 - E2 * s2)
    return g - 3.086e-6 * h


def smooth(x, s):
    return gaussian_filter1d(x, s / DT, mode='nearest')


def ou(rng, tau, sigma, n=N, dt=DT, shape=()):
    a = math.exp(-dt / tau)
    w = rng.standard_normal((n,) + shape) * sigma * math.sqrt(1 - a * a)
    w[0] = rng.standard_normal(shape) * sigma
    return lfilter([1], [1, -a], w, axis=0)


def steps(rng, parts, start=22.0):
    """piecewise constant signal, zero until start; parts = iterable of (seconds, value)"""
    x = np.zeros(N)
    t = start
    for d, v in parts:
        i, j = int(t / DT), int(min(t + d, TEND) / DT) + 1
        x[i:j] = v
        t += d
        if t >= TEND:
            break
    return x


def gate(a, b):
    u = np.clip((TT - a) / (b - a), 0, 1)
    return u ** 3 * (10 - 15 * u + 6 * u * u)


def along(rng, v, length, sigma):
    """signal that depends on the position on the road only: constant while standing"""
    way = np.cumsum(np.abs(v)) * DT
    k = np.arange(-3, int(way[-1] / length) + 5) * length
    return CubicSpline(k, rng.normal(0, sigma, len(k)))(way)


def limit_rate(v, acc, dec=None):
    """follow the command with limited acceleration"""
    dec = dec or acc
    out = np.empty_like(v)
    x = 0.0
    for i, c in enumerate(v):
        m = (acc if abs(c) > abs(x) else dec) * DT
        x += min(max(c - x, -m), m)
        out[i] = x
    return out


def euler_matrix(h, p, r):
    """R_nb for heading h (clockwise from north), pitch p (nose up), roll r (right side down)"""
    ch, sh, cp, sp, cr, sr = np.cos(h), np.sin(h), np.cos(p), np.sin(p), np.cos(r), np.sin(r)
    # R = Rz(-h) Rx(p) Ry(r)
    R = np.empty(np.shape(h) + (3, 3))
    R[..., 0, 0] = ch * cr + sh * sp * sr
    R[..., 0, 1] = sh * cp
    R[..., 0, 2] = ch * sr - sh * sp * cr
    R[..., 1, 0] = -sh * cr + ch * sp * sr
    R[..., 1, 1] = ch * cp
    R[..., 1, 2] = -sh * sr - ch * sp * cr
    R[..., 2, 0] = -cp * sr
    R[..., 2, 1] = sp
    R[..., 2, 2] = cp * cr
    return R


def euler_rates(h, p, r):
    """body rates of R = Rz(-h) Rx(p) Ry(r); the angles are splined, the rates are exact for the spline"""
    hd, pd, rd = [CubicSpline(TT, x)(TT, 1) for x in (h, p, r)]
    cp, sp, cr, sr = np.cos(p), np.sin(p), np.cos(r), np.sin(r)
    # omega_b = Ry(r)^T ( Rx(p)^T [0,0,-hd] + [pd,0,0] ) + [0,rd,0]
    ax, ay, az = pd, -hd * sp, -hd * cp
    return np.stack([ax * cr - az * sr, ay + rd, ax * sr + az * cr], -1)


def rodrigues(v):
    v = np.asarray(v, float)
    th = np.linalg.norm(v, axis=-1)[..., None, None]
    K = skew(v)
    a = np.where(th > 1e-8, np.sin(th) / np.maximum(th, 1e-12), 1 - th * th / 6)
    b = np.where(th > 1e-6, (1 - np.cos(th)) / np.maximum(th * th, 1e-18), 0.5)
    return np.eye(3) + a * K + b * (K @ K)


def skew(v):
    v = np.asarray(v, float)
    K = np.zeros(v.shape[:-1] + (3, 3))
    K[..., 0, 1], K[..., 0, 2], K[..., 1, 2] = -v[..., 2], v[..., 1], -v[..., 0]
    K[..., 1, 0], K[..., 2, 0], K[..., 2, 1] = v[..., 2], -v[..., 1], v[..., 0]
    return K


# ------------------------------------------------------------------ the eight vehicles
# each gives: velocity ENU (N,3), displacement ENU to add (N,3), heading/pitch/roll of the vehicle, mount, and
# vibration (gyro N,3; acc N,3), air speed vector for the barometer, pressure extra, mag extra, field sigma

def turns(rng, every, angle, dur):
    """yaw rate commands: turns by `angle` (lo,hi in rad, random sign) lasting `dur`"""
    def gen():
        while True:
            yield rng.uniform(*every), 0.0
            d = rng.uniform(*dur)
            yield d, rng.uniform(*angle) * rng.choice([-1, 1]) / d
    return gen()


def band(rng, sigma, lo=0.02):
    """vibration: most of it integrates to nothing (a shaken body comes back), a quarter is white (aliased)"""
    x = rng.standard_normal((N + 1, 3))
    return sigma * (0.97 * np.diff(x, axis=0) / math.sqrt(2) + 0.25 * rng.standard_normal((N, 3)))


def v_walker(rng):
    sp = steps(rng, ((d, v) for _ in range(40) for d, v in ((rng.uniform(25, 50), rng.uniform(1.1, 1.6)), (rng.uniform(4, 10), 0.0))))
    sp = smooth(limit_rate(sp, 1.2), 0.3)
    yr = steps(rng, turns(rng, (8, 25), (30 * D, 130 * D), (1.5, 3.5)), 22)
    yr = smooth(yr, 0.35) * gate(20, 22) + ou(rng, 8, 2 * D) * gate(20, 23) * 0
    wander = smooth(ou(rng, 6, 6 * D), 0.5) * gate(20, 24)
    path = rng.uniform(0, 2 * math.pi) + np.cumsum(yr) * DT + wander
    slope = smooth(ou(rng, 30, 0.04), 1.0)
    vel = np.stack([sp * np.sin(path), sp * np.cos(path), sp * slope], -1)
    act = np.clip(sp / 1.3, 0, 1.2)
    ph = 2 * math.pi * np.cumsum(0.95 * np.clip(sp / 1.35, 0, 2) ** 0.5) * DT     # stride
    bob = act * (0.022 * np.cos(2 * ph) + 0.004 * np.cos(4 * ph + 1))
    sway = act * 0.02 * np.sin(ph)
    surge = act * 0.012 * np.sin(2 * ph + 0.7)
    disp = np.stack([sway * np.cos(path) + surge * np.sin(path), -sway * np.sin(path) + surge * np.cos(path), bob], -1)
    g = gate(20, 23)
    look = smooth(steps(rng, ((d, v) for _ in range(30) for d, v in ((rng.uniform(20, 45), 0.0), (rng.uniform(4, 9), rng.uniform(25, 60) * D * rng.choice([-1, 1]))))), 0.4)
    h = path + g * (smooth(ou(rng, 15, 7 * D), 0.5) + look) + act * 2.5 * D * np.sin(ph + 0.4)
    p = 25 * D + g * smooth(ou(rng, 8, 5 * D), 0.4) + act * 1.5 * D * np.sin(2 * ph + 1)
    r = 3 * D + g * smooth(ou(rng, 8, 5 * D), 0.4) + act * 1.5 * D * np.sin(ph)
    return dict(vel=vel, disp=disp, h=h, p=p, r=r, gv=band(rng, 0.3 * D) * act[:, None], av=band(rng, 0.15) * act[:, None],
                field=1.5, scale=8, air=0.02, accn=0.15)


def v_rover(rng):
    vs, ys, t = [], [], 20.0
    while t < TEND:
        k = rng.random()
        for d, v, y in ([(rng.uniform(8, 20), rng.uniform(0.7, 1.3), rng.uniform(-8, 8) * D)] if k < 0.6 else
                        [(rng.uniform(4, 8), -rng.uniform(0.3, 0.7), rng.uniform(-5, 5) * D)]):
            vs.append((d, v)); ys.append((d, y)); t += d
        d = rng.uniform(2, 7); vs.append((d, 0)); ys.append((d, 0)); t += d
        if rng.random() < 0.7:
            a = rng.uniform(40, 180) * D * rng.choice([-1, 1]); d = abs(a) / (40 * D)
            vs.append((d, 0)); ys.append((d, a / d)); vs.append((1.5, 0)); ys.append((1.5, 0)); t += d + 1.5
    sp = smooth(limit_rate(steps(rng, vs), 0.8), 0.15)
    yr = smooth(steps(rng, ys), 0.2)
    h = rng.uniform(0, 2 * math.pi) + np.cumsum(yr) * DT
    act = np.clip(np.abs(sp) + np.abs(yr) * 0.4, 0, 1.2)
    slope = along(rng, sp, 4.0, 2.5 * D)
    p = slope + act * smooth(ou(rng, 0.15, 1.6 * D), 0.05)
    r = along(rng, sp, 3.0, 2.0 * D) + act * smooth(ou(rng, 0.15, 1.6 * D), 0.05)
    skid = 0.06 * yr * np.sign(sp) + 0.10 * yr                       # device 0.1 m before the pivot, and skidding
    vel = np.stack([sp * np.sin(h) + skid * np.cos(h), sp * np.cos(h) - skid * np.sin(h), sp * np.tan(slope)], -1)
    disp = np.zeros((N, 3)); disp[:, 2] = act * smooth(ou(rng, 0.2, 0.006), 0.05)
    return dict(vel=vel, disp=disp, h=h, p=p, r=r, gv=band(rng, 0.8 * D) * act[:, None], av=band(rng, 0.5) * act[:, None],
                field=1.0, scale=4, air=0.02, accn=0.35)


def waves(rng, periods, amp):
    x = np.zeros(N)
    for per in periods:
        f = 1 / per * rng.uniform(0.9, 1.1)
        x += rng.normal(0, 1) * np.sin(2 * math.pi * f * TT + rng.uniform(0, 6.28))
    x *= amp * math.sqrt(1.0 / len(periods))
    return x * (1 + 0.3 * np.sin(2 * math.pi * TT / rng.uniform(30, 60) + 1))


def v_boat(rng):
    g = gate(20, 32)
    sp = steps(rng, ((rng.uniform(25, 60), rng.choice([0.0, 3, 4.5, 6], p=[.1, .3, .4, .2])) for _ in range(20)), 22)
    sp = smooth(limit_rate(sp, 0.5), 1.0)
    yr = smooth(steps(rng, turns(rng, (12, 35), (25 * D, 150 * D), (8, 20)), 30), 1.5) * np.clip(sp / 3, 0, 1)
    P = [3.1, 3.9, 4.6, 5.7]
    h = rng.uniform(0, 2 * math.pi) + np.cumsum(yr) * DT + g * waves(rng, P, 2.5 * D)
    p = g * waves(rng, P, 3.5 * D) + 2 * D * sp / 5
    r = g * waves(rng, P, 7 * D) - 0.6 * yr * np.clip(sp / 4, 0, 1)
    c = rng.uniform(0, 2 * math.pi); cur = rng.uniform(0.3, 0.8)
    lee = -0.6 * yr * np.clip(sp, 0, 4) * 0.5 + g * 0.15
    vel = np.stack([sp * np.sin(h) + lee * np.cos(h) + g * cur * math.sin(c), sp * np.cos(h) - lee * np.sin(h) + g * cur * math.cos(c), 0 * sp], -1)
    disp = np.stack([g * waves(rng, P, 0.15), g * waves(rng, P, 0.15), g * waves(rng, P, 0.35)], -1)
    return dict(vel=vel, disp=disp, h=h, p=p, r=r, gv=band(rng, 0.3 * D) * np.clip(sp / 3, 0, 1)[:, None],
                av=band(rng, 0.3) * np.clip(sp / 3, 0, 1)[:, None], field=0.3, scale=100, air=0.05, accn=0.15)


def road(rng, vmax, acc, lat, curve):
    """speed and yaw rate of a road vehicle: slows down for corners"""
    sp, yr = [], []
    t = 20.0
    while t < TEND:
        d = rng.uniform(10, 25); v = rng.uniform(0.45, 1) * vmax
        sp.append((d, v)); c = rng.normal(0, curve) * v; yr.append((d, c)); t += d
        k = rng.random()
        if k < 0.6:                                                   # a corner
            v = rng.uniform(4.5, 7); a = rng.uniform(50, 100) * D * rng.choice([-1, 1])
            w = min(lat / v, 0.5); d1 = abs(a) / w
            sp.append((5, v)); yr.append((5, 0)); sp.append((d1, v)); yr.append((d1, math.copysign(w, a))); t += 5 + d1
        elif k < 0.85:
            d = rng.uniform(8, 16); sp.append((d, 0)); yr.append((d, 0)); t += d
    v = smooth(limit_rate(steps(rng, sp), acc, acc * 1.3), 0.5)
    y = smooth(steps(rng, yr), 0.7) * np.clip(v / 4, 0, 1)
    y = np.clip(y, -lat * 1.2 / np.maximum(v, 1), lat * 1.2 / np.maximum(v, 1))
    return v, smooth(y, 0.3)


def v_car(rng):
    v, y = road(rng, 20, 2.0, 2.8, 0.002)
    h = rng.uniform(0, 2 * math.pi) + np.cumsum(y) * DT
    slope = along(rng, v, 150.0, 0.025)
    a = np.gradient(v, DT)
    mv = np.clip(v / 10, 0, 1.3)
    p = np.arctan(slope) + smooth(a, 0.2) * 0.5 * D + mv * smooth(ou(rng, 0.3, 0.25 * D), 0.06)
    r = smooth(v * y, 0.2) * -0.6 * D + along(rng, v, 120.0, 1 * D) + mv * smooth(ou(rng, 0.3, 0.25 * D), 0.06)
    lat = 0.6 * y - 0.001 * v * v * y                                  # to the right: 0.6 m before the rear axle, tyre slip
    vel = np.stack([v * np.sin(h) + lat * np.cos(h), v * np.cos(h) - lat * np.sin(h), v * slope], -1)
    return dict(vel=vel, disp=np.zeros((N, 3)), h=h, p=p, r=r, gv=band(rng, 0.25 * D) * mv[:, None], av=band(rng, 0.35) * mv[:, None],
                mount=rng.normal(0, 2 * D, 3), field=1.5, scale=15, air=0.12, accn=0.25)


def v_scooter(rng):
    v, y = road(rng, 13, 2.0, 3.2, 0.004)
    y = y + smooth(ou(rng, 2, 2 * D), 0.4) * np.clip(v / 5, 0, 1)
    h = rng.uniform(0, 2 * math.pi) + np.cumsum(y) * DT
    slope = along(rng, v, 150.0, 0.025)
    lean = smooth(np.arctan(v * y / 9.81), 0.15)
    a = np.gradient(v, DT)
    p = np.arctan(slope) + smooth(a, 0.2) * 0.7 * D
    r = lean + 3 * D * (1 - np.clip(v / 2, 0, 1)) * gate(20, 22)
    lat = 0.4 * y
    vel = np.stack([v * np.sin(h) + lat * np.cos(h), v * np.cos(h) - lat * np.sin(h), v * slope], -1)
    on = gate(18.5, 20.5) * (TT > 20)
    f = 28 + 6 * v + 3 * np.clip(a, 0, 3)                             # engine frequency, aliases at 100 Hz
    ph = 2 * math.pi * np.cumsum(f) * DT
    k = rng.normal(0, 1, (3,)); k /= np.linalg.norm(k)
    amp = on * (1.5 + 0.15 * v)
    cut = lambda x: 1 / np.sqrt(1 + (x / 50) ** 4)                    # the sensor's own second-order filter, 50 Hz
    av = np.stack([amp * (0.8 * cut(f) * np.sin(ph + q) + 0.4 * cut(2 * f) * np.sin(2 * ph + 2 * q)) for q in rng.uniform(0, 6.28, 3)], -1) + band(rng, 0.3) * on[:, None]
    gv = np.stack([on * 1.5 * D * cut(f) * np.sin(ph + q) for q in rng.uniform(0, 6.28, 3)], -1) + band(rng, 0.4 * D) * on[:, None]
    return dict(vel=vel, disp=np.zeros((N, 3)), h=h, p=p, r=r, gv=gv, av=av, mount=rng.normal(0, 1.5 * D, 3), field=1.5, scale=15, air=0.12, accn=0.5)


def v_glider(rng):
    segs, t = [], 34.0
    while t < TEND:
        d = rng.uniform(18, 35); segs.append((d, 0.0)); t += d
        d = rng.uniform(35, 70); segs.append((d, rng.uniform(28, 40) * D * rng.choice([-1, 1]))); t += d
    bank = smooth(steps(rng, segs, 34.0), 1.0)
    on = gate(21, 31)
    va = on * 25 + gate(30, 40) * smooth(ou(rng, 10, 0.8), 0.5)
    bank = bank + gate(34, 38) * smooth(ou(rng, 2, 1.5 * D), 0.3)
    y = 9.81 * np.tan(bank) / np.maximum(va, 15) * gate(30, 34)
    h = rng.uniform(0, 2 * math.pi) + np.cumsum(y) * DT
    climb = gate(26, 34) * (4 * (1 - gate(40, 50)) + np.where(np.abs(bank) > 15 * D, 2.2, -1.0) * gate(40, 50))
    climb = smooth(climb, 2.0) + gate(34, 40) * smooth(ou(rng, 3, 0.5), 0.5)
    c = rng.uniform(0, 2 * math.pi); w = rng.uniform(3, 7) * on
    vh = np.sqrt(np.maximum(va ** 2 - climb ** 2, 0))
    vel = np.stack([vh * np.sin(h) + w * math.sin(c), vh * np.cos(h) + w * math.cos(c), climb], -1)
    p = on * 2 * D + smooth(np.arcsin(np.clip(smooth(climb, 1.0) - 1.5 * on, -5, 8) / 25), 0.5) * gate(28, 36)
    r = bank * gate(30, 34)
    mv = on * (0.4 + 0.6 * (np.abs(bank) > 10 * D))
    return dict(vel=vel, disp=np.zeros((N, 3)), h=h, p=p, r=r, gv=band(rng, 0.2 * D) * mv[:, None], av=band(rng, 0.25) * mv[:, None],
                field=0.1, scale=1000, air=0.05, accn=0.2, airspeed=va)


def v_quad(rng):
    up = gate(22, 24)
    vz = 2.0 * (gate(22, 24) - gate(36, 38)) + gate(40, 44) * smooth(ou(rng, 12, 0.7), 1.5)
    def legs():
        while True:
            yield rng.uniform(6, 14), (rng.uniform(2, 9), rng.uniform(0, 2 * math.pi))
            yield rng.uniform(3, 8), (0.0, 0.0)
    vx, vy = np.zeros(N), np.zeros(N); t = 40.0
    for d, (s, c) in legs():
        i, j = int(t / DT), int(min(t + d, TEND) / DT) + 1
        vx[i:j], vy[i:j] = s * math.sin(c), s * math.cos(c)
        t += d
        if t >= TEND: break
    vx, vy = smooth(limit_rate(vx, 2.5), 0.6), smooth(limit_rate(vy, 2.5), 0.6)
    gx, gy = [up * smooth(ou(rng, 2, 0.25), 0.4) for _ in range(2)]
    vel = np.stack([vx + gx, vy + gy, vz], -1)
    c = rng.uniform(0, 2 * math.pi); W = rng.uniform(2, 5)
    wind = np.stack([W * math.sin(c) + ou(rng, 5, 0.6), W * math.cos(c) + ou(rng, 5, 0.6)], -1)
    acc = np.gradient(vel, DT, axis=0)
    drag = 0.25
    fx = up * (acc[:, 0] + drag * (vel[:, 0] - smooth(wind[:, 0], 0.5)))
    fy = up * (acc[:, 1] + drag * (vel[:, 1] - smooth(wind[:, 1], 0.5)))
    fz = 9.81 + acc[:, 2]
    yr = smooth(steps(rng, turns(rng, (8, 20), (30 * D, 150 * D), (2, 5)), 40), 0.4)
    h = rng.uniform(0, 2 * math.pi) + np.cumsum(yr) * DT
    ff = fx * np.sin(h) + fy * np.cos(h); fr = fx * np.cos(h) - fy * np.sin(h)
    p = smooth(np.arctan2(-ff, fz), 0.1)
    r = smooth(np.arctan2(fr, np.hypot(ff, fz)), 0.1)
    thrust = np.sqrt(fx ** 2 + fy ** 2 + fz ** 2) / 9.81 * up
    onm = gate(20.2, 22)
    f = 95 + 25 * thrust
    ph = 2 * math.pi * np.cumsum(f) * DT
    av = np.stack([onm * 2.0 * np.sin(ph + q) for q in rng.uniform(0, 6.28, 3)], -1) + band(rng, 1.5) * onm[:, None]
    gv = np.stack([onm * 2 * D * np.sin(ph + q) for q in rng.uniform(0, 6.28, 3)], -1) + band(rng, 2 * D) * onm[:, None]
    wash = onm * (-rng.uniform(10, 25) * thrust) + onm * ou(rng, 0.3, 4)
    mag = np.outer(thrust, rng.normal(0, 0.25, 3))
    air = np.hypot(vel[:, 0] - wind[:, 0], vel[:, 1] - wind[:, 1]) * up
    return dict(vel=vel, disp=np.zeros((N, 3)), h=h, p=p, r=r, gv=gv, av=av, field=0.2, scale=50, air=0.15, accn=0.6,
                wash=wash, magx=mag, airspeed=air)


def v_train(rng):
    sp = smooth(limit_rate(steps(rng, ((d, v) for _ in range(10) for d, v in ((rng.uniform(70, 140), rng.uniform(9, 17)), (rng.uniform(15, 30), 0.0))), 26.0), 0.35, 0.45), 1.5)
    k = along(rng, sp, 220.0, 1 / 700.0)                              # curvature of the track
    y = sp * k
    h = rng.uniform(0, 2 * math.pi) + np.cumsum(y) * DT
    slope = along(rng, sp, 400.0, 0.006)
    mv = np.clip(sp / 10, 0, 1.3)
    p = np.arctan(slope) + mv * smooth(ou(rng, 0.6, 0.08 * D), 0.1)
    r = 0.5 * np.arctan(12 ** 2 * k / 9.81) + mv * smooth(ou(rng, 0.8, 0.3 * D), 0.3)
    vel = np.stack([sp * np.sin(h), sp * np.cos(h), sp * slope], -1)
    return dict(vel=vel, disp=np.zeros((N, 3)), h=h, p=p, r=r, gv=band(rng, 0.1 * D) * mv[:, None], av=band(rng, 0.15) * mv[:, None],
                mount=rng.normal(0, 1.0 * D, 3), field=2.5, scale=25, air=0.12, accn=0.12)


MAKE = dict(walker=v_walker, rover=v_rover, boat=v_boat, car=v_car, glider=v_glider, quad=v_quad, scooter=v_scooter, train=v_train)


def std_pressure(h):
    return 101325.0 * (1 - 2.25577e-5 * h) ** 5.25588


def simulate(vehicle, seed, fault=None, clean=False, benign=False, gap=True):
    """clean: no sensor error at all. benign: white errors and constant biases only (for the peer's consistency)"""
    rng = rng_of(vehicle, seed, 'way')
    v = MAKE[vehicle](rng)
    # truth: velocity = smooth velocity + d(disp)/dt, everything a spline at 100 Hz
    vel = v['vel'] + CubicSpline(TT, v['disp'])(TT, 1)
    still = TT < 20.0
    vs = CubicSpline(TT, vel)
    vel = vs(TT)
    acc = vs(TT, 1)
    h, p, r = (np.array(v[k], float) for k in 'hpr')
    Rv = euler_matrix(h, p, r)
    wv = euler_rates(h, p, r)
    m0 = rodrigues(v.get('mount', np.zeros(3)))
    frng = rng_of(vehicle, seed, fault)
    slip_axis, th, thd = None, np.zeros(N), np.zeros(N)
    info = {}
    if fault == 'slip':
        ang = frng.uniform(20, 60) * D * frng.choice([-1, 1])
        ax = np.array([0, 0, 1.0]) + (frng.normal(0, 0.15, 3) if seed % 2 else 0)
        slip_axis = ax / np.linalg.norm(ax)
        # at the first moment after 110 s at which the vehicle has been under way for 4 s
        moving = np.hypot(vel[:, 0], vel[:, 1]) > 0.35 * np.percentile(np.hypot(vel[:, 0], vel[:, 1])[2500:], 70)
        i0 = int(110 / DT)
        run = lfilter(np.ones(400), [1], moving.astype(float))
        ok = np.where((run > 399) & (np.arange(N) >= i0))[0]
        ts = TT[ok[0]] if len(ok) else 120.0
        u = np.clip((TT - ts - 0.1) / 0.6, 0, 1)
        s = u ** 3 * (10 - 15 * u + 6 * u * u)
        th = ang * s
        thd = CubicSpline(TT, th)(TT, 1)
        info.update(t0=float(ts), t1=float(ts + 0.8), angle=ang / D)
    if slip_axis is None:
        Rm = m0
        R = Rv @ Rm
        w = wv @ Rm
    else:
        Rm = m0 @ rodrigues(th[:, None] * slip_axis)
        R = Rv @ Rm
        w = np.einsum('nji,nj->ni', Rm, wv) + thd[:, None] * slip_axis
    # place on the ellipsoid
    hgt = ALT0 + CubicSpline(TT, vel[:, 2]).antiderivative()(TT)
    lat = np.full(N, LAT0)
    for _ in range(2):
        M, NN = radii(lat)
        lat = LAT0 + CubicSpline(TT, vel[:, 1] / (M + hgt + GEOID)).antiderivative()(TT)
    M, NN = radii(lat)
    lon = LON0 + CubicSpline(TT, vel[:, 0] / ((NN + hgt + GEOID) * np.cos(lat))).antiderivative()(TT)
    wie = np.stack([0 * lat, W_E * np.cos(lat), W_E * np.sin(lat)], -1)
    wen = np.stack([-vel[:, 1] / (M + hgt + GEOID), vel[:, 0] / (NN + hgt + GEOID), vel[:, 0] * np.tan(lat) / (NN + hgt + GEOID)], -1)
    gn = gravity(lat, hgt + GEOID)
    fn = acc + np.cross(2 * wie + wen, vel)
    fn[:, 2] += gn
    f = np.einsum('nji,nj->ni', R, fn)
    wb = w + np.einsum('nji,nj->ni', R, wie + wen)
    truth = dict(R=R, vel=vel, lat=lat, lon=lon, alt=hgt, heading=np.arctan2(R[:, 0, 1], R[:, 1, 1]), w=w, wb=wb, f=f)
    sens = dict(gyr=wb, acc=f, vehicle=vehicle)
    # ---- sensor errors
    rng = rng_of(vehicle, seed, 'sensors')
    def grade(scale, cross):
        G = rng.normal(0, cross, (3, 3)); G[np.diag_indices(3)] = rng.normal(0, scale, 3)
        return np.eye(3) + G
    Gg, Ga = grade(0.003, 0.003), grade(0.003, 0.003)
    bg = rng.normal(0, 0.3 * D, 3)
    walk = ou(rng, 200, 0.02 * D, shape=(3,))
    ba = rng.normal(0, 0.049, 3)
    wng, wna = rng.standard_normal((N, 3)) * 0.08 * D, rng.standard_normal((N, 3)) * 0.02
    mn = rng.standard_normal((N, 3)) * 0.25
    iron = rng.normal(0, 0.5 / math.sqrt(3), 3) if True else 0
    Gm = np.eye(3) + rng.normal(0, 0.004, (3, 3))
    region = rng.normal(0, 0.09, 3)
    speed = np.hypot(vel[:, 0], vel[:, 1])
    way = np.cumsum(speed) * DT
    L = v['scale']
    nk = int(way[-1] / (L / 4)) + 8
    a = math.exp(-0.25)
    loc = lfilter([1], [1, -a], rng.standard_normal((nk, 3)) * math.sqrt(1 - a * a), axis=0)
    loc -= loc[0]
    k = np.arange(nk) * L / 4
    loc = v['field'] * np.stack([np.interp(way, k, loc[:, i]) for i in range(3)], -1) / math.sqrt(3)
    Bn = FIELD + region + loc
    if clean or benign:
        Bn = np.tile(FIELD, (N, 1)); iron = 0 * iron; Gm = np.eye(3)
    mag = np.einsum('nji,nj->ni', R, Bn)
    press = std_pressure(hgt)
    rho = 1.16
    dTm = rng.normal(0, 8); weather = rng.normal(0, 700)
    pn = rng.standard_normal(N) * 3
    pd = ou(rng, 300, 12)
    cw = rng.normal(0, v['air'])
    air = v.get('airspeed', speed)
    if not clean:
        if benign:
            press = press + weather + pn
        else:
            press = std_pressure(ALT0) + (press - std_pressure(ALT0)) * 288.15 / (288.15 + dTm) + weather + pn + pd + 0.5 * rho * air ** 2 * cw + v.get('wash', 0)
            gust = ou(rng, 2, 1.0); press = press + 0.5 * rho * gust ** 2 * abs(cw) * 4
    if not clean:
        if benign:
            sens['gyr'] = wb + bg + wng
            sens['acc'] = f + ba + wna
        else:
            sens['gyr'] = wb @ Gg.T + bg + walk + wng + v['gv']
            sens['acc'] = f @ Ga.T + ba + wna + v['av']
        mag = mag @ Gm.T + iron + mn + (0 if benign else v.get('magx', 0))
    sens['mag'], sens['press'] = mag, press
    if fault == 'offset':
        off = np.zeros(3); off[[2, 0, 1][seed % 3]] = 3.9 * D * frng.choice([-1, 1])
        sens['gyr'] = sens['gyr'] + off
        info.update(offset=(off / D).tolist())
    sens['gyr_ok'] = np.ones(N, bool)
    if fault == 'slip':
        sens['gyr_ok'] = ~((TT >= info['t0']) & (TT < info['t1']))
    sens['mag_ok'] = (np.arange(N) % 2 == 0) & (fault != 'nomag')
    sens['press_ok'] = np.arange(N) % 4 == 0
    # ---- receiver
    rng = rng_of(vehicle, seed, 'receiver')
    rate = 5 if seed % 3 == 0 else 1
    lat_s = 0.2 if (seed % 2 == 1) else 0.0
    if clean or benign:
        rate, lat_s = 1, 0.0
    idx = np.arange(0, N, 100 // rate)
    if not benign and gap:
        idx = idx[~((TT[idx] > GAP[0]) & (TT[idx] < GAP[1]))]
    src = np.maximum(idx - int(round(lat_s / DT)), 0)
    slow = ou(rng, rng.uniform(60, 90), 1.0, shape=(3,)) * np.array([2 / math.sqrt(2)] * 2 + [3.0])
    white = rng.standard_normal((N, 3)) * np.array([0.5, 0.5, 0.9])
    vslow = ou(rng, 25, 0.07, shape=(2,)); vwhite = rng.standard_normal((N, 2)) * 0.07
    claim = rng.uniform(0.7, 1.5)
    if clean:
        slow, white, vslow, vwhite = slow * 0, white * 0, vslow * 0, vwhite * 0
    if benign:
        white = white * 3; slow = slow * 0; vslow = vslow * 0; claim = 1.0
        sx, sz, svs = 1.5, 2.7, 0.07
    else:
        sx, sz, svs = math.hypot(2 / math.sqrt(2), 0.5), math.hypot(3, 0.9), math.hypot(0.07, 0.07)
    e = (slow + white)[idx]
    ve = (vslow + vwhite)[idx]
    t = TT[idx]
    if fault == 'jump':
        k = (t >= 120) & (t < 126)
        a, b = frng.uniform(0, 2 * math.pi, 2)
        e[k] += 25 * np.array([math.sin(a), math.cos(a), 0])
        ve[k] += np.array([math.sin(b), math.cos(b)])
        info.update(t0=120.0, t1=126.0)
    if fault == 'drag':
        a = frng.uniform(0, 2 * math.pi)
        s = np.where(t < 168, np.clip(t - 110, 0, 50), 0)
        e += s[:, None] * np.array([math.sin(a), math.cos(a), 0])
        info.update(t0=110.0, t1=168.0)
    Mi, Ni = M[src] + hgt[src] + GEOID, (NN[src] + hgt[src] + GEOID) * np.cos(lat[src])
    fv = vel[src, :2] + ve
    fs = np.hypot(fv[:, 0], fv[:, 1])
    sens['fix'] = dict(i=idx, lat=lat[src] + e[:, 1] / Mi, lon=lon[src] + e[:, 0] / Ni, alt=hgt[src] + e[:, 2],
                       hacc=np.full(len(idx), claim * 1.51 * sx), vacc=np.full(len(idx), claim * sz),
                       speed=fs, sacc=np.full(len(idx), claim * svs), course=np.arctan2(fv[:, 0], fv[:, 1]) % (2 * math.pi),
                       has_v=fault != 'nospeed')
    info.update(rate=rate, latency=lat_s, claim=claim)
    truth['way'] = way
    truth['info'] = info
    sens['accn'] = v['accn'] if not (clean or benign) else 0.05
    return truth, sens


def write_csv(path, s):
    g = np.where(s['gyr_ok'], 1, 0)
    fx = s['fix']
    fixrow = {}
    for k, i in enumerate(fx['i']):
        vv = ''
        if fx['has_v']:
            c = '%.3f' % (fx['course'][k] / D) if fx['speed'][k] > 0.3 else ''
            vv = '%.3f,%.3f,%s' % (fx['speed'][k], fx['sacc'][k], c)
        else:
            vv = ',,'
        fixrow[int(i)] = '%.9f,%.9f,%.3f,%.2f,%.2f,%s' % (fx['lat'][k] / D, fx['lon'][k] / D, fx['alt'][k], fx['hacc'][k], fx['vacc'][k], vv)
    G, A, Mg, P = s['gyr'].tolist(), s['acc'].tolist(), s['mag'].tolist(), s['press'].tolist()
    mo, po = s['mag_ok'].tolist(), s['press_ok'].tolist()
    out = ['t,utc,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z,pressure,latitude,longitude,altitude,horizontal_accuracy,vertical_accuracy,speed,speed_accuracy,course']
    for i in range(N):
        t = T0 + i * DT
        out.append('%.3f,%.3f,%s,%.4f,%.4f,%.4f,%s,%s,%s' % (
            t, t, '%.6f,%.6f,%.6f' % tuple(G[i]) if g[i] else ',,', *A[i],
            '%.3f,%.3f,%.3f' % tuple(Mg[i]) if mo[i] else ',,', '%.2f' % P[i] if po[i] else '', fixrow.get(i, ',,,,,,,')))
    with open(path, 'w') as fh:
        fh.write('\n'.join(out) + '\n')


# ------------------------------------------------------------------ the peer: loosely coupled error-state EKF, 16 states
def peer(s, use_mag=True, benign=False, record=10):
    """states: dp(ENU m) dv dtheta(n frame) bg ba baro. 50 Hz mechanisation, 10 Hz covariance. Returns 10 Hz rows."""
    dt = 0.02
    gyr, acc = s['gyr'].copy(), s['acc']
    ok = s['gyr_ok']
    if not ok.all():
        last = np.maximum.accumulate(np.where(ok, np.arange(N), 0))
        gyr = gyr[last]
    n2 = (N - 1) // 2
    G2 = 0.25 * gyr[0:-1:2][:n2] + 0.5 * gyr[1::2][:n2] + 0.25 * gyr[2::2][:n2]
    A2 = 0.25 * acc[0:-1:2][:n2] + 0.5 * acc[1::2][:n2] + 0.25 * acc[2::2][:n2]
    a0 = acc[:800].mean(0); bg = gyr[:800].mean(0); ba = np.zeros(3)
    pitch = math.asin(a0[1] / np.linalg.norm(a0)); roll = math.atan2(-a0[0], a0[2])
    def mag_heading(R, m):
        # level the field with R's tilt: heading error = angle of field in n against the declination
        b = R @ m
        return math.atan2(b[0], b[1]) - DECL               # error angle, clockwise positive
    has_mag = use_mag and s['mag_ok'].any()
    R = euler_matrix(np.float64(0.0), np.float64(pitch), np.float64(roll))
    if has_mag:
        e = mag_heading(R, s['mag'][:800:2].mean(0))
        R = euler_matrix(np.float64(-e), np.float64(pitch), np.float64(roll))
    yaw_known = has_mag
    fx = s['fix']
    M, NN = radii(LAT0)
    kN, kE = M + ALT0 + GEOID, (NN + ALT0 + GEOID) * math.cos(LAT0)
    lat, lon, alt = fx['lat'][0], fx['lon'][0], fx['alt'][0]
    vel = np.zeros(3)
    h_std = lambda p: (1 - (p / 101325.0) ** (1 / 5.25588)) / 2.25577e-5
    hb = h_std(s['press'])
    boff = float(hb[:100:4].mean() - alt)
    P = np.zeros((16, 16))
    sg0 = max(0.05 * D, 0.02 * D)
    P[np.diag_indices(16)] = np.array([fx['hacc'][0] / 1.51] * 2 + [fx['vacc'][0]] + [0.1] * 3 + [0.5 * D + 0.3 * D, 0.8 * D, 4 * D if has_mag else 100 * D] +
                                      [sg0] * 3 + [0.06] * 3 + [fx['vacc'][0]]) ** 2
    P[2, 15] = P[15, 2] = -fx['vacc'][0] ** 2 * 0.99
    g = float(gravity(LAT0, ALT0 + GEOID))
    nd_g = (0.15 * D if not benign else 0.08 * D) * math.sqrt(0.01)       # rad/sqrt(s)
    nd_g *= 1.0 if s['accn'] < 0.45 else 3.0
    nd_a = max(s['accn'], 0.03) * math.sqrt(0.01) * 1.5
    q = np.array([1e-6] * 3 + [nd_a ** 2] * 3 + [nd_g ** 2] * 3 + [(0.003 * D) ** 2 if not benign else 1e-14] * 3 + [(0.002) ** 2 if not benign else 1e-12] * 3 + [0.1 ** 2 if not benign else 1e-8])
    rows = []
    fixat = {int(i): k for k, i in enumerate(fx['i'])}
    magsig = 5 * D if not benign else 1.2 * D
    I16 = np.eye(16)
    fsum = np.zeros(3)
    rej = 0

    def update(z, H, Rm, gate2):
        nonlocal P, R, lat, lon, alt, vel, bg, ba, boff
        S = H @ P @ H.T + Rm
        Si = np.linalg.inv(S)
        if z @ Si @ z > gate2:
            return False
        K = P @ H.T @ Si
        x = K @ z
        A = I16 - K @ H
        P = A @ P @ A.T + K @ Rm @ K.T
        lat += x[1] / kN; lon += x[0] / kE; alt += x[2]
        vel = vel + x[3:6]
        R = rodrigues(x[6:9]) @ R
        bg = bg + x[9:12]; ba = ba + x[12:15]; boff += x[15]
        return True
    Hp = np.zeros((3, 16)); Hp[:, :3] = np.eye(3)
    Hv = np.zeros((2, 16)); Hv[:, 3:5] = np.eye(2)
    Hb = np.zeros((1, 16)); Hb[0, 2] = Hb[0, 15] = 1
    Hm = np.zeros((1, 16)); Hm[0, 8] = 1                                  # rotation about up, anticlockwise
    mrej = vrej = 0
    for k in range(n2 + 1):
        i = 2 * k
        if i in fixat:
            j = fixat[i]
            sh = fx['hacc'][j] / 1.51; sv = fx['vacc'][j]
            infl = 1.0 if benign else 2.0 * math.sqrt(len(fx['i']) / 270.0)     # slow errors: a fix is not independent
            z = np.array([(fx['lon'][j] - lon) * kE, (fx['lat'][j] - lat) * kN, fx['alt'][j] - alt])
            if update(z, Hp, np.diag([sh ** 2, sh ** 2, sv ** 2]) * infl ** 2, 25 + 9):
                rej = 0
            else:
                rej += 1
                if rej >= 15 * len(fx['i']) / 270.0:                             # lost: take the place again
                    lat, lon, alt = fx['lat'][j], fx['lon'][j], fx['alt'][j]
                    P[:3, :] = 0; P[:, :3] = 0; P[:3, :3] = np.diag([sh ** 2, sh ** 2, sv ** 2])
                    P[3:5, 3:5] += np.eye(2) * 4; rej = 0
            if fx['has_v']:
                sp = fx['speed'][j]
                sg = fx['sacc'][j] * (1.0 if benign else 1.5)
                if sp > 0.3:
                    c = fx['course'][j]
                    if not yaw_known and sp > 2:
                        h0 = math.atan2(R[0, 1], R[1, 1])
                        R = rodrigues(np.array([0, 0, -(c - h0)])) @ R
                        P[8, :] = 0; P[:, 8] = 0; P[8, 8] = (15 * D) ** 2
                        vel = np.array([sp * math.sin(c), sp * math.cos(c), vel[2]])
                        P[3:5, :] = 0; P[:, 3:5] = 0; P[3, 3] = P[4, 4] = sg ** 2
                        yaw_known = True
                    z = np.array([sp * math.sin(c) - vel[0], sp * math.cos(c) - vel[1]])
                    if not update(z, Hv, np.eye(2) * sg ** 2, 25 + 5):
                        P[3:5, 3:5] += np.eye(2) * 0.3
                        vrej += 1
                        if vrej >= 10 * len(fx['i']) / 270.0:                    # lost: take the velocity again
                            vel[:2] += z; P[3:5, :] = 0; P[:, 3:5] = 0; P[3:5, 3:5] = np.eye(2) * sg ** 2; vrej = 0
                    else:
                        vrej = 0
                else:
                    update(-vel[:2], Hv, np.eye(2) * (sg + 0.2) ** 2, 30)
        if k % 10 == 0:
            if s['press_ok'][i]:
                sb = 0.9 if not benign else 0.3
                update(np.array([hb[i] - alt - boff]), Hb, np.array([[sb ** 2]]), 25)
        if k % 25 == 0 and has_mag:
            e = mag_heading(R, s['mag'][i])
            e = (e + math.pi) % (2 * math.pi) - math.pi
            if update(np.array([e]), Hm, np.array([[magsig ** 2 * (4 if not benign else 1)]]), 25):
                mrej = 0
            else:
                mrej += 1
                if mrej >= 20:                                            # 10 s of refusals: align to the field again
                    R = rodrigues(np.array([0, 0, e])) @ R
                    P[8, :] = 0; P[:, 8] = 0; P[8, 8] = (8 * D) ** 2; mrej = 0
        if k % 5 == 0:
            hd = math.atan2(R[0, 1], R[1, 1])
            rows.append((i, lat, lon, alt, hd, vel[0], vel[1], vel[2], P[0, 0] + P[1, 1], P[2, 2], P[8, 8], P[5, 5], yaw_known))
        if k == n2:
            break
        w = G2[k] - bg
        Rm = R @ rodrigues(0.5 * dt * w)
        fn = Rm @ (A2[k] - ba)
        R = R @ rodrigues(dt * w)
        a = fn.copy(); a[2] -= g
        lat += (vel[1] + 0.5 * dt * a[1]) * dt / kN
        lon += (vel[0] + 0.5 * dt * a[0]) * dt / kE
        alt += (vel[2] + 0.5 * dt * a[2]) * dt
        vel = vel + a * dt
        fsum += fn
        if k % 5 == 4:
            T = 0.1
            F = np.zeros((16, 16))
            F[0:3, 3:6] = np.eye(3)
            F[3:6, 6:9] = -skew(fsum / 5)
            F[3:6, 12:15] = -R
            F[6:9, 9:12] = -R
            Phi = I16 + F * T + F @ F * (T * T / 2)
            P = Phi @ P @ Phi.T
            P[np.diag_indices(16)] += q * T
            P = 0.5 * (P + P.T)
            fsum = np.zeros(3)
            if k % 250 == 249:
                R = euler_matrix(np.float64(math.atan2(R[0, 1], R[1, 1])), np.float64(math.asin(max(-1, min(1, R[2, 1])))), np.float64(math.atan2(-R[2, 0], R[2, 2])))
    a = np.array(rows, float)
    i = a[:, 0].astype(int)
    claim = np.interp(i, fx['i'], fx['hacc'])
    extra = 0 if benign else (0.7 * claim / 1.51) ** 2                 # what the slow error of the receiver leaves
    extrav = 0 if benign else (0.7 * fx['vacc'][0]) ** 2
    ye = 0 if benign else (1.5 * D) ** 2
    return dict(i=i, lat=a[:, 1], lon=a[:, 2], alt=a[:, 3], heading=np.where(a[:, 12] > 0, a[:, 4], np.nan),
                vel=a[:, 5:8], hacc=1.51 * np.sqrt(a[:, 8] / 2 + extra), vacc=np.sqrt(a[:, 9] + extrav),
                hdacc=np.sqrt(a[:, 10] + ye), climb=a[:, 7], climbacc=np.sqrt(a[:, 11]), speed=np.hypot(a[:, 5], a[:, 6]),
                sacc=np.full(len(a), np.nan), status=np.full(len(a), 'valid'))


# ------------------------------------------------------------------ the product
def product(program, csv, vehicle, extra, every=10):
    cmd = [program, 'replay', csv, '--json', '--motion', MOTION[vehicle]] + extra
    if '--motion' in extra:
        cmd = [program, 'replay', csv, '--json'] + extra
    t = time.time()
    pr = subprocess.run(cmd, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if pr.returncode != 0 and not pr.stdout:
        raise RuntimeError('%s: %s' % (' '.join(cmd), pr.stderr.decode()[:500]))
    lines = [l for l in pr.stdout.split(b'\n') if l[:1] == b'{']
    if len(lines) != N:
        print('   note: %d rows for %d (%s)' % (len(lines), N, pr.stderr.decode()[:200]), file=sys.stderr)
    idx, rows = [], []
    for n, l in enumerate(lines):
        if n % every == 0:
            j = json.loads(l)
            rows.append(j)
            idx.append(int(round((j['boot_time'] - T0 if j['boot_time'] > 1e9 else j['boot_time']) / DT)))
    f = lambda k: np.array([np.nan if r.get(k) is None else float(r[k]) for r in rows])
    return dict(i=np.clip(np.array(idx), 0, N - 1), lat=f('latitude') * D, lon=f('longitude') * D, alt=f('altitude'), heading=f('true_heading') * D, hacc=f('horizontal_accuracy'),
                vacc=f('vertical_accuracy'), hdacc=f('true_heading_accuracy') * D, climb=f('climb_rate'), climbacc=f('climb_rate_accuracy'),
                speed=f('speed'), sacc=f('speed_accuracy'), status=np.array([r['status'] for r in rows]), reasons=[r.get('reasons') for r in rows],
                took=time.time() - t, err=pr.stderr.decode())


# ------------------------------------------------------------------ the judge
def longest(mask, step=0.1):
    best = run = 0; at = end = 0
    for k, m in enumerate(mask):
        run = run + 1 if m else 0
        if run > best: best, end = run, k
    return best * step, end


def errors(o, tr, fx):
    i = o['i']
    M, NN = radii(tr['lat'][i])
    e = np.hypot((o['lat'] - tr['lat'][i]) * (M + 500), (o['lon'] - tr['lon'][i]) * (NN + 500) * np.cos(tr['lat'][i]))
    hd = (o['heading'] - tr['heading'][i] + math.pi) % (2 * math.pi) - math.pi
    return dict(t=TT[i], e=e, hd=hd, al=o['alt'] - tr['alt'][i], cl=o['climb'] - tr['vel'][i, 2],
                sp=o['speed'] - np.hypot(tr['vel'][i, 0], tr['vel'][i, 1]), claim=fx['hacc'][np.clip(np.searchsorted(fx['i'], i, 'right') - 1, 0, None)])


def rms(x):
    x = x[np.isfinite(x)]
    return float(np.sqrt(np.mean(x * x))) if len(x) else float('nan')


def cover(x, b):
    k = np.isfinite(x) & np.isfinite(b)
    return float(np.mean(np.abs(x[k]) <= b[k]) * 100) if k.any() else float('nan')


def judge(o, tr, fx, fault=None):
    E = errors(o, tr, fx)
    t, e, hd = E['t'], E['e'], E['hd']
    r = {}
    K = (t >= 60) & ~((t > GAP[0]) & (t < GAP[1] + 0.15))
    r['hd_rms'] = rms(hd[K]) / D; r['hd_cov'] = cover(hd[K], o['hdacc'][K]); r['hd_acc'] = float(np.nanmedian(o['hdacc'][K])) / D if np.isfinite(o['hdacc'][K]).any() else float('nan')
    r['hd_have'] = float(np.mean(np.isfinite(hd[t >= 60])) * 100)
    r['pl_rms'] = rms(e[K]); r['pl_cov'] = cover(e[K], o['hacc'][K]); r['pl_acc'] = float(np.nanmedian(o['hacc'][K]))
    r['pl_have'] = float(np.mean(np.isfinite(e[t >= 60])) * 100)
    r['al_rms'] = rms(E['al'][K]); r['al_cov'] = cover(E['al'][K], o['vacc'][K])
    r['cl_rms'] = rms(E['cl'][K]); r['cl_cov'] = cover(E['cl'][K], o['climbacc'][K])
    r['sp_rms'] = rms(E['sp'][K]); r['sp_cov'] = cover(E['sp'][K], o['sacc'][K])
    g = np.where((t >= GAP[1] - 0.2) & (t < GAP[1] - 0.05))[0][-1]
    way = tr['way'][int(GAP[1] / DT)] - tr['way'][int(GAP[0] / DT)]
    r['gap_m'] = float(e[g]); r['gap_acc'] = float(o['hacc'][g]); r['gap_in'] = float(e[g] <= o['hacc'][g]) * 100 if np.isfinite(e[g]) else float('nan')
    r['gap_way'] = float(way); r['gap_pct'] = float(100 * e[g] / max(way, 1)) if way > 5 else float('nan')
    Kg = (t > GAP[0]) & (t < GAP[1] - 0.05)
    r['gap_cov'] = cover(e[Kg], o['hacc'][Kg]); r['gap_hd'] = float(abs(hd[g]) / D)
    r['worst'] = float(np.nanmax(e[K])); r['worst_t'] = float(t[K][np.nanargmax(e[K])])
    r['worst_gap'] = float(np.nanmax(e[Kg])) if np.isfinite(e[Kg]).any() else float('nan')
    lie = e > 5 * (o['hacc'] + E['claim'])
    r['lie_s'], k = longest(np.where(np.isfinite(e), lie, False)); r['lie_t'] = float(t[k]) if r['lie_s'] else float('nan')
    r['lie_valid_s'], _ = longest(np.where(np.isfinite(e), lie, False) & (o['status'] == 'valid'))
    r['lie3_s'], k = longest(np.where(np.isfinite(e), (e > 4 * o['hacc']) & (e > 3 * E['claim']), False)); r['lie3_t'] = float(t[k]) if r['lie3_s'] else float('nan')
    hl = (np.abs(hd) > 4 * o['hdacc']) & (np.abs(hd) > 10 * D)
    r['hlie_s'], k = longest(hl); r['hlie_t'] = float(t[k]) if r['hlie_s'] else float('nan')
    r['invalid'] = float(np.mean(o['status'][t >= 60] == 'invalid') * 100)
    info = tr['info']
    if fault in ('jump', 'drag'):
        t1 = info['t1']
        D_ = (t >= info['t0']) & (t < t1 + 10)
        r['max'] = float(np.nanmax(e[D_])); r['max_acc'] = float(o['hacc'][D_][np.nanargmax(e[D_])])
        r['at10'] = float(e[np.searchsorted(t, t1 + 10)]); r['at10_acc'] = float(o['hacc'][np.searchsorted(t, t1 + 10)])
        a = np.where(t >= t1)[0]
        bad = [k for k in a if t[k] < tr['horizon'] and not e[k] <= 10]
        r['recover'] = float(t[bad[-1]] - t1 + 0.1) if bad else 0.0
        w = (t >= info['t0']) & (t < t1 + 20)
        out = (e > 10) & w
        r['said'] = float(np.mean(o['status'][out] == 'valid') * 100) if out.any() else float('nan')
        r['out_s'] = float(out.sum() * 0.1)
        r['fcov'] = cover(e[w], o['hacc'][w])
        r['flie'] = longest((e > 3 * o['hacc']) & w)[0]
    if fault == 'slip':
        t1 = info['t1']
        w1 = tr['way'][int(t1 / DT)]
        way = tr['way'][o['i']] - w1
        k15 = np.searchsorted(t, t1 + 15)
        k100 = min(int(np.searchsorted(way, 100.0)), len(t) - 1)
        k = max(k15, k100) if t[k100] < tr['horizon'] else k15
        r['hd15'] = float(abs(hd[k15]) / D); r['hd15_acc'] = float(o['hdacc'][k15] / D); r['hd100'] = float(abs(hd[k]) / D)
        A = (t >= t1) & (t < tr['horizon'])
        bad = np.where(A & ~(np.abs(hd) <= np.maximum(10 * D, 2 * np.where(np.isfinite(o['hdacc']), o['hdacc'], 0))) & np.isfinite(hd))[0]
        wrong = np.where(A & (np.abs(hd) > 10 * D))[0]
        r['recover'] = float(t[wrong[-1]] - t1 + 0.1) if len(wrong) else 0.0
        # first lasting return (10 s within 10 deg)
        okk = A & (np.abs(hd) <= 10 * D)
        first = next((k for k in np.where(A)[0] if okk[k:k + 100].all()), None)
        r['first'] = float(t[first] - t1) if first is not None else float('nan')
        r['first_m'] = float(way[first]) if first is not None else float('nan')
        r['lie_hd'] = longest(A & (np.abs(hd) > 3 * o['hdacc']) & (np.abs(hd) > 8 * D))[0]
        r['max_pl'] = float(np.nanmax(e[A])); r['angle'] = info['angle']
        r['plcov'] = cover(e[A], o['hacc'][A])
        r['ok'] = float(r['first'] <= max(15, t[k] - t1)) if first is not None else 0.0
    if fault in ('nomag', 'offset', 'nospeed'):
        mv = np.where(np.hypot(tr['vel'][o['i'], 0], tr['vel'][o['i'], 1]) > 2.0)[0]
        if not len(mv): mv = np.where(t > 20)[0]
        t0 = t[mv[0]]
        k = np.where(np.isfinite(hd) & (t >= t0))[0]
        r['first_hd'] = float(t[k[0]] - t0) if len(k) else float('nan')
        A = t >= t0
        r['drive_have'] = float(np.mean(np.isfinite(hd[A])) * 100)
        r['drive_rms'] = rms(hd[A]) / D; r['drive_cov'] = cover(hd[A], o['hdacc'][A])
        r['drive_max'] = float(np.nanmax(np.abs(hd[A])) / D) if np.isfinite(hd[A]).any() else float('nan')
    return r


# ------------------------------------------------------------------ self test
def selftest():
    print('physics: noise off; gyro integrated -> attitude, acc integrated twice -> place (whole 300 s, truth start)')
    for v in VEHICLES:
        tr, s = simulate(v, 1, clean=True)
        # fourth-order Magnus on the splined rates, n-frame rates taken off
        M, NN = radii(tr['lat'])
        wn = np.stack([-tr['vel'][:, 1] / (M + tr['alt'] + GEOID), tr['vel'][:, 0] / (NN + tr['alt'] + GEOID) + W_E * np.cos(tr['lat']),
                       W_E * np.sin(tr['lat']) + tr['vel'][:, 0] * np.tan(tr['lat']) / (NN + tr['alt'] + GEOID)], -1)
        cs, cn = CubicSpline(TT, s['gyr']), CubicSpline(TT, wn)
        c = math.sqrt(3) / 6
        w1, w2 = cs(TT[:-1] + (0.5 - c) * DT), cs(TT[:-1] + (0.5 + c) * DT)
        dR = rodrigues(0.5 * DT * (w1 + w2) + math.sqrt(3) / 12 * DT * DT * np.cross(w1, w2))
        dN = rodrigues(-DT * cn(TT[:-1] + DT / 2))
        R = np.empty((N, 3, 3)); R[0] = tr['R'][0]
        for k in range(N - 1):
            R[k + 1] = dN[k] @ R[k] @ dR[k]
        C = np.einsum('nji,njk->nik', tr['R'], R)
        ang = np.arccos(np.clip((np.trace(C, axis1=1, axis2=2) - 1) / 2, -1, 1)).max() / D
        # simple trapezoid as any product would do it
        g = s['gyr']
        dRt = rodrigues(0.5 * DT * (g[1:] + g[:-1])); Rt = tr['R'][0]
        for k in range(N - 1):
            Rt = dN[k] @ Rt @ dRt[k]
        angt = math.acos(max(-1, min(1, (np.trace(tr['R'][-1].T @ Rt) - 1) / 2))) / D
        fn = np.einsum('nij,nj->ni', tr['R'], s['acc'])
        fn[:, 2] -= gravity(tr['lat'], tr['alt'] + GEOID)
        wie = np.stack([0 * tr['lat'], W_E * np.cos(tr['lat']), W_E * np.sin(tr['lat'])], -1)
        a = fn - np.cross(wn + wie, tr['vel'])
        vel = CubicSpline(TT, a).antiderivative()(TT) + tr['vel'][0]
        pos = CubicSpline(TT, vel).antiderivative()(TT)
        ref = CubicSpline(TT, tr['vel']).antiderivative()(TT)
        vt = np.concatenate([[tr['vel'][0]], tr['vel'][0] + np.cumsum(0.5 * DT * (a[1:] + a[:-1]), 0)])
        pt = np.concatenate([[np.zeros(3)], np.cumsum(0.5 * DT * (vt[1:] + vt[:-1]), 0)])
        st = TT < 19.5
        f_err = np.linalg.norm(FIELD) - np.linalg.norm(s['mag'], axis=1)
        sp = np.hypot(tr['vel'][:, 0], tr['vel'][:, 1])
        print('  %-8s att %.1e deg (trapezoid %.4f)  place %.3f mm (trapezoid %.1f)  still: |v| %.0e m/s |w| %.0e  way %5.0f m  vmax %4.1f  amax %4.1f  wmax %4.0f deg/s  alt %+.0f..%+.0f'
              % (v, ang, angt, np.abs(pos - ref).max() * 1e3, np.abs(pt - ref).max() * 1e3, np.abs(tr['vel'][st]).max(), np.abs(tr['w'][st]).max(), tr['way'][-1], sp.max(),
                 np.abs(CubicSpline(TT, tr['vel'])(TT, 1)).max(), np.abs(tr['w']).max() / D, (tr['alt'] - ALT0).min(), (tr['alt'] - ALT0).max()))
    print('peer consistency, benign errors (white + constant biases): share within its own 68 % bounds, and rms')
    for v in VEHICLES:
        c = []
        for sd in (1, 2):
            tr, s = simulate(v, sd, benign=True)
            o = peer(s, benign=True); E = errors(o, tr, s['fix'])
            k = E['t'] >= 60
            c.append([cover(E['e'][k], o['hacc'][k]), rms(E['e'][k]), cover(E['al'][k], o['vacc'][k]), rms(E['al'][k]), cover(E['hd'][k], o['hdacc'][k]), rms(E['hd'][k]) / D, cover(E['cl'][k], o['climbacc'][k]), rms(E['cl'][k])])
        c = np.mean(c, 0)
        print('  %-8s place %3.0f %% %.2f m   alt %3.0f %% %.2f m   heading %3.0f %% %.2f deg   climb %3.0f %% %.3f m/s' % (v, *c))


# ------------------------------------------------------------------ tables
def avg(rs, k):
    x = np.array([r[k] for r in rs if k in r and r[k] is not None and np.isfinite(r[k])])
    return float(np.mean(x)) if len(x) else float('nan')


def qavg(rs, k):
    x = np.array([r[k] for r in rs if np.isfinite(r[k])])
    return float(np.sqrt(np.mean(x * x))) if len(x) else float('nan')


def table(title, names, res, cols):
    print('\n' + title)
    print('%-9s' % '' + ''.join('%9s' % c[0] for c in cols))
    def line(n, rs):
        out = []
        for name, key, how, fmt in cols:
            x = [r.get(key, float('nan')) for r in rs]
            x = np.array([float('nan') if y is None else y for y in x], float)
            f = x[np.isfinite(x)]
            if not len(f): out.append('%9s' % '-'); continue
            y = dict(mean=np.mean, rms=lambda z: math.sqrt(np.mean(z * z)), max=np.max, median=np.median, min=np.min)[how](f)
            out.append('%9s' % (fmt % y))
        print('%-9s' % n + ''.join(out))
    for n in names:
        if res.get(n): line(n, res[n])
    if len(names) > 1: line('ALL', [r for n in names for r in res.get(n, [])])
    sys.stdout.flush()


MAIN = [('hd rms', 'hd_rms', 'rms', '%.2f'), ('hd cov', 'hd_cov', 'mean', '%.0f'), ('hd +-', 'hd_acc', 'mean', '%.1f'), ('hd have', 'hd_have', 'mean', '%.0f'), ('pl rms', 'pl_rms', 'rms', '%.2f'), ('pl cov', 'pl_cov', 'mean', '%.0f'),
        ('pl +-', 'pl_acc', 'mean', '%.1f'), ('al rms', 'al_rms', 'rms', '%.2f'), ('al cov', 'al_cov', 'mean', '%.0f'), ('cl rms', 'cl_rms', 'rms', '%.2f'), ('cl cov', 'cl_cov', 'mean', '%.0f'), ('sp rms', 'sp_rms', 'rms', '%.2f'), ('sp cov', 'sp_cov', 'mean', '%.0f'), ('invalid', 'invalid', 'mean', '%.0f')]
GAPC = [('gap m', 'gap_m', 'mean', '%.1f'), ('median', 'gap_m', 'median', '%.1f'), ('max', 'gap_m', 'max', '%.1f'), ('way', 'gap_way', 'mean', '%.0f'), ('% way', 'gap_pct', 'median', '%.1f'), ('stated', 'gap_acc', 'mean', '%.1f'), ('in', 'gap_in', 'mean', '%.0f'), ('cov all', 'gap_cov', 'mean', '%.0f'),
        ('hd end', 'gap_hd', 'mean', '%.1f'), ('peer m', 'peer_gap', 'mean', '%.1f'), ('ratio', 'ratio', 'median', '%.2f'), ('worst', 'worst', 'max', '%.1f'), ('lie s', 'lie_s', 'max', '%.1f'), ('lie4 s', 'lie3_s', 'max', '%.1f'), ('hdlie s', 'hlie_s', 'max', '%.1f')]
JUMP = [('max m', 'max', 'mean', '%.1f'), ('stated', 'max_acc', 'mean', '%.1f'), ('at +10', 'at10', 'mean', '%.1f'), ('stated', 'at10_acc', 'mean', '%.1f'), ('recov s', 'recover', 'mean', '%.1f'), ('rec max', 'recover', 'max', '%.1f'), ('>10m s', 'out_s', 'mean', '%.1f'), ('valid %', 'said', 'mean', '%.0f'), ('cov', 'fcov', 'mean', '%.0f'), ('>3x s', 'flie', 'max', '%.1f'), ('lie s', 'lie_s', 'max', '%.1f')]
SLIP = [('angle', 'angle', 'mean', '%.0f'), ('hd@15s', 'hd15', 'mean', '%.1f'), ('stated', 'hd15_acc', 'mean', '%.1f'), ('hd@100m', 'hd100', 'mean', '%.1f'), ('first s', 'first', 'mean', '%.1f'), ('first m', 'first_m', 'mean', '%.0f'), ('last s', 'recover', 'mean', '%.1f'), ('ok', 'ok', 'mean', '%.2f'), ('hd>3x s', 'lie_hd', 'max', '%.1f'), ('pl max', 'max_pl', 'mean', '%.1f'), ('pl cov', 'plcov', 'mean', '%.0f'), ('lie s', 'lie_s', 'max', '%.1f')]
HEAD = [('1st hd s', 'first_hd', 'mean', '%.1f'), ('have %', 'drive_have', 'mean', '%.0f'), ('hd rms', 'drive_rms', 'rms', '%.1f'), ('hd cov', 'drive_cov', 'mean', '%.0f'), ('hd max', 'drive_max', 'max', '%.0f'), ('pl rms', 'pl_rms', 'rms', '%.2f'), ('pl cov', 'pl_cov', 'mean', '%.0f'), ('gap m', 'gap_m', 'mean', '%.1f'), ('gap in', 'gap_in', 'mean', '%.0f'), ('peer m', 'peer_gap', 'mean', '%.1f'), ('ratio', 'ratio', 'median', '%.2f'), ('lie s', 'lie_s', 'max', '%.1f'), ('hdlie s', 'hlie_s', 'max', '%.1f')]


# What `--check` holds the product to, over all vehicles of seeds 61 and 62: (fault, value, how, least, most).
LIMITS = [
    (None, 'hd_rms', 'rms', 0, 1.5), (None, 'hd_cov', 'mean', 40, 80), (None, 'hd_have', 'mean', 99, 100),
    (None, 'pl_cov', 'mean', 55, 80), (None, 'al_cov', 'mean', 55, 85), (None, 'cl_cov', 'mean', 55, 85),
    (None, 'gap_m', 'mean', 0, 22), (None, 'gap_in', 'mean', 25, 90), (None, 'worst', 'max', 0, 30),
    (None, 'lie_s', 'max', 0, 1), ('jump', 'max', 'max', 0, 10), ('jump', 'lie_s', 'max', 0, 1),
    ('slip', 'max_pl', 'max', 0, 15), ('slip', 'first', 'max', 0, 15), ('nospeed', 'drive_have', 'mean', 95, 100),
    ('nospeed', 'drive_rms', 'rms', 0, 3.5), ('offset', 'drive_have', 'mean', 95, 100), ('offset', 'drive_rms', 'rms', 0, 3.5),
]


def check(flat):
    failed = 0
    print('\n%-10s%-12s%10s%10s%10s' % ('fault', 'value', 'least', 'is', 'most'))
    for fault, key, how, least, most in LIMITS:
        x = np.array([float(r['product'][key]) for r in flat if r['fault'] == fault and r['product'].get(key) is not None])
        x = x[np.isfinite(x)]
        y = float(dict(mean=np.mean, max=np.max, rms=lambda z: math.sqrt(np.mean(z * z)))[how](x)) if len(x) else float('nan')
        good = least <= y <= most
        failed += not good
        print('%-10s%-12s%10.1f%10.2f%10.1f%s' % (fault or '-', key, least, y, most, '' if good else '  FAILS'))
    return failed


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('--program'); ap.add_argument('--vehicles', default=','.join(VEHICLES)); ap.add_argument('--seeds', type=int, default=4)
    ap.add_argument('--first', type=int, default=1); ap.add_argument('--work', default='/tmp/navigation_trial'); ap.add_argument('--save')
    ap.add_argument('--faults', default='', help='jump,drag,slip,offset,nospeed,nomag or all'); ap.add_argument('--fault-seeds', type=int)
    ap.add_argument('--only-faults', action='store_true'); ap.add_argument('--no-peer', action='store_true'); ap.add_argument('--keep', action='store_true')
    ap.add_argument('--extra', default='', help='more arguments for the program, e.g. "--calibrated"'); ap.add_argument('--selftest', action='store_true')
    ap.add_argument('--trace', help='vehicle:seed[:fault] - print the product beside the truth every second and stop')
    ap.add_argument('--no-gap', action='store_true', help='fixes in 200..230 s too (recovery is then judged to the end)')
    ap.add_argument('--check', action='store_true', help='hold fixed seeds against LIMITS')
    a = ap.parse_args()
    if a.check:
        a.seeds, a.fault_seeds, a.first, a.faults, a.no_peer = 2, 1, 61, 'jump,slip,nospeed,offset', True
    if a.selftest:
        return selftest()
    os.makedirs(a.work, exist_ok=True)
    extra = a.extra.split()
    vehicles = a.vehicles.split(',')
    if a.trace:
        q = a.trace.split(':'); fault = q[2] if len(q) > 2 else None
        tr, s = simulate(q[0], int(q[1]), fault, gap=not a.no_gap)
        csv = os.path.join(a.work, a.trace.replace(':', '-') + '.csv'); write_csv(csv, s)
        o = product(a.program, csv, q[0], extra); E = errors(o, tr, s['fix'])
        print(csv, tr['info'])
        for k in range(0, len(E['t']), 10):
            print('%5.1f v %5.1f way %6.0f  place %6.1f +- %5.1f  hd %7.1f true %6.1f +- %4.1f  alt %6.1f +- %4.1f  %s %s' % (E['t'][k], np.hypot(*tr['vel'][o['i'][k], :2]), tr['way'][o['i'][k]], E['e'][k], o['hacc'][k], E['hd'][k] / D, tr['heading'][o['i'][k]] / D % 360, o['hdacc'][k] / D, E['al'][k], o['vacc'][k], o['status'][k], ','.join(o['reasons'][k] or [])))
        return
    jobs = []
    if not a.only_faults:
        jobs += [(None, v, sd) for v in vehicles for sd in range(a.first, a.first + a.seeds)]
    fs = list(FAULTS) if a.faults == 'all' else [f for f in a.faults.split(',') if f]
    for f in fs:
        jobs += [(f, v, sd) for v in FAULTS[f] if v in vehicles for sd in range(a.first, a.first + (a.fault_seeds or a.seeds))]
    res, pres, flat = {}, {}, []
    t00 = time.time(); prog = 0.0
    for f, v, sd in jobs:
        tr, s = simulate(v, sd, f, gap=not a.no_gap)
        tr['horizon'] = TEND - 1 if a.no_gap else GAP[0]
        csv = os.path.join(a.work, 'trial-%d.csv' % os.getpid()) if not a.keep else os.path.join(a.work, '%s-%d%s.csv' % (v, sd, '-' + f if f else ''))
        write_csv(csv, s)
        o = product(a.program, csv, v, extra); prog += o['took']
        if not a.keep: os.remove(csv)
        r = judge(o, tr, s['fix'], f)
        if not a.no_peer:
            pr = judge(peer(s), tr, s['fix'], f)
            r['peer_gap'] = pr['gap_m']; r['ratio'] = r['gap_m'] / max(pr['gap_m'], 0.5)
            pres.setdefault(f, {}).setdefault(v, []).append(pr)
        else:
            pr = None
        res.setdefault(f, {}).setdefault(v, []).append(r)
        flat.append(dict(fault=f, vehicle=v, seed=sd, info=tr['info'], product=r, peer=pr))
        print('  %-8s %-8s seed %2d  hd %5.1f/%3.0f%%  pl %5.2f/%3.0f%%  gap %5.1f (+-%5.1f; peer %5.1f)  worst %5.1f  lie %.1f hdlie %.1f' % (
            f or '-', v, sd, r['hd_rms'], r['hd_cov'], r['pl_rms'], r['pl_cov'], r['gap_m'], r['gap_acc'], r.get('peer_gap', float('nan')), r['worst'], r['lie_s'], r['hlie_s']), file=sys.stderr, flush=True)
        if a.save:
            json.dump(flat, open(a.save, 'w'), default=float)
    if None in res:
        table('PRODUCT, 60 s on, outside the gap (heading deg, place m; cov = % within the stated 68 % bound)', vehicles, res[None], MAIN)
        if None in pres: table('PEER, the same', vehicles, pres[None], MAIN[:11])
        table('PRODUCT, the gap of 30 s (ratio = median of product/peer), worst place outside the gap, longest confident lies (s)', vehicles, res[None], GAPC)
        if None in pres: table('PEER, the gap', vehicles, pres[None], GAPC[:9] + GAPC[11:])
        groups = {}
        for x in flat:
            if x['fault'] is None:
                groups.setdefault('late 0.2' if x['info']['latency'] else 'late 0', []).append(x['product'])
                groups.setdefault('claim<1' if x['info']['claim'] < 1 else 'claim>1', []).append(x['product'])
                groups.setdefault('%d Hz' % x['info']['rate'], []).append(x['product'])
        table('PRODUCT by receiver (latency untold, claimed accuracy / truth, rate)', sorted(groups), groups, MAIN)
        A = [r for v in vehicles for r in res[None].get(v, [])]
        if None in pres:
            B = [r for v in vehicles for r in pres[None].get(v, [])]
            lr = [math.log(max(x['gap_m'], .5) / max(y['gap_m'], .5)) for x, y in zip(A, B) if np.isfinite(x['gap_m'])]
            print('geometric mean of gap error product/peer: %.2f   (product has no place at the end of the gap in %d of %d)' % (math.exp(np.mean(lr)), sum(not np.isfinite(x['gap_m']) for x in A), len(A)))
    for f in fs:
        if f not in res: continue
        cols = JUMP if f in ('jump', 'drag') else SLIP if f == 'slip' else HEAD
        vs = [v for v in FAULTS[f] if v in res[f]]
        table('FAULT %s: product' % f, vs, res[f], cols)
        if f in pres: table('FAULT %s: peer' % f, vs, pres[f], [c for c in cols if c[1] not in ('peer_gap', 'ratio')])
    lies = []
    for x in flat:
        q = x['product']
        lies.append((max(q['lie_s'], q['lie3_s'], q['hlie_s']), x))
    lies.sort(key=lambda z: -z[0])
    print('\nMost confidently wrong: longest seconds with place error > 5 x (stated + claim) / > 4 x stated and > 3 x claim / heading error > 4 x stated and > 10 deg')
    for m, x in lies[:25]:
        q = x['product']
        if m < 3: break
        print('  %-8s %-8s seed %2d   place %5.1f s (until %3.0f) / %5.1f s (until %3.0f)   heading %5.1f s (until %3.0f)   worst place %5.1f m at %3.0f s; end of gap %5.1f +- %4.1f m' % (
            x['fault'] or '-', x['vehicle'], x['seed'], q['lie_s'], q['lie_t'], q['lie3_s'], q['lie3_t'], q['hlie_s'], q['hlie_t'], q['worst'], q['worst_t'], q['gap_m'], q['gap_acc']))
    failed = check(flat) if a.check else 0
    print('\n%d runs, %.0f s, of which the product %.0f s' % (len(jobs), time.time() - t00, prog))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())

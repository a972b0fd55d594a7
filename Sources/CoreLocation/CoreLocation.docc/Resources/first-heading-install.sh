sudo apt install ./headingd_*_arm64.deb libsystemd-dev libyaml-dev
sudo usermod -aG headingd,iio,i2c $USER   # then log out and in

compass doctor
sudo compass doctor --fix
sudo reboot

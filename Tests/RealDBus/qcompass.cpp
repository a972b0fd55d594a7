// Prints the azimuth of Qt's compass, and how the sensor was had: qcompass SECONDS
#include <QCompass>
#include <QCoreApplication>
#include <QTextStream>
#include <QTimer>

int main(int count, char **arguments) {
  QCoreApplication application(count, arguments);
  QTextStream out(stdout);
  QCompass compass;
  const bool isConnected = compass.connectToBackend();
  out << "backend " << compass.identifier() << " connected " << isConnected << Qt::endl;
  QObject::connect(&compass, &QCompass::readingChanged, [&] {
    out << "azimuth " << QString::number(compass.reading()->azimuth(), 'f', 3) << Qt::endl;
  });
  const bool isStarted = compass.start();
  out << "started " << isStarted << " error " << compass.error() << Qt::endl;
  QTimer::singleShot(int(QString(arguments[1]).toDouble() * 1000), &application, &QCoreApplication::quit);
  return application.exec();
}

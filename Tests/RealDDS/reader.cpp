// A subscriber of Fast DDS for one topic: reader MODE DOMAIN COUNT SECONDS TOPIC TYPE, prints each message as hexadecimal digits.
//
// MODE is how rmw_fastrtps sets it up: default; humble with ROS_LOCALHOST_ONLY=1; jazzy with
// ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST. Source: ros2/rmw_fastrtps, participant.cpp.

#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/subscriber/qos/DataReaderQos.hpp>
#include <fastdds/dds/topic/TopicDataType.hpp>
#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>
#include <fastrtps/utils/IPLocator.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace eprosima::fastdds::dds;
using namespace eprosima::fastrtps::rtps;
using Bytes = std::vector<uint8_t>;

// A type whose samples are the bytes that came.
struct Encoded : TopicDataType {
  explicit Encoded(const char *name) {
    setName(name);
    m_typeSize = 4096;
    m_isGetKeyDefined = false;
    auto_fill_type_information(false);
    auto_fill_type_object(false);
  }
  bool serialize(void *, SerializedPayload_t *) override { return false; }
  bool deserialize(SerializedPayload_t *payload, void *data) override {
    static_cast<Bytes *>(data)->assign(payload->data, payload->data + payload->length);
    return true;
  }
  std::function<uint32_t()> getSerializedSizeProvider(void *) override {
    return [] { return 0u; };
  }
  void *createData() override { return new Bytes; }
  void deleteData(void *data) override { delete static_cast<Bytes *>(data); }
  bool getKey(void *, InstanceHandle_t *, bool) override { return false; }
};

static Locator_t locator(uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
  Locator_t made;
  IPLocator::setIPv4(made, a, b, c, d);
  return made;
}

int main(int count, char **arguments) {
  if (count != 7) return 64;
  const std::string mode = arguments[1];
  DomainParticipantQos quality = PARTICIPANT_QOS_DEFAULT;
  auto &peers = quality.wire_protocol().builtin.initialPeersList;
  if (mode == "humble") {
    quality.transport().use_builtin_transports = false;
    auto transport = std::make_shared<eprosima::fastdds::rtps::UDPv4TransportDescriptor>();
    transport->interfaceWhiteList.push_back("127.0.0.1");
    quality.transport().user_transports.push_back(transport);
    peers.push_back(locator(239, 255, 0, 1));
  } else if (mode == "jazzy") {
    peers.push_back(locator(127, 0, 0, 1));
    quality.wire_protocol().builtin.avoid_builtin_multicast = true;
  }
  auto *participant =
      DomainParticipantFactory::get_instance()->create_participant(std::atoi(arguments[2]), quality);
  TypeSupport type(new Encoded(arguments[6]));
  type.register_type(participant);
  auto *topic = participant->create_topic(arguments[5], type.get_type_name(), TOPIC_QOS_DEFAULT);
  DataReaderQos wanted = DATAREADER_QOS_DEFAULT;
  wanted.reliability().kind = BEST_EFFORT_RELIABILITY_QOS;
  wanted.endpoint().history_memory_policy = PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
  auto *reader = participant->create_subscriber(SUBSCRIBER_QOS_DEFAULT)->create_datareader(topic, wanted);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(std::atoi(arguments[4]));
  int left = std::atoi(arguments[3]);
  while (left > 0 && std::chrono::steady_clock::now() < end) {
    reader->wait_for_unread_message({0, 100000000});
    Bytes bytes;
    SampleInfo information;
    while (left > 0 && reader->take_next_sample(&bytes, &information) == ReturnCode_t::RETCODE_OK) {
      if (!information.valid_data) continue;
      for (const uint8_t byte : bytes) std::printf("%02x", byte);
      std::puts("");
      left--;
    }
  }
  std::fflush(stdout);
  std::_Exit(left > 0);
}

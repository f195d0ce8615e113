function usableHosts(octets, prefix) {
  const toOctets = (value) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
  const address = octets.reduce((total, octet) => total * 256 + octet, 0);
  const mask = prefix === 0 ? 0 : (0xffffffff << (32 - prefix)) >>> 0;
  const network = (address & mask) >>> 0;
  const broadcast = (network | ~mask) >>> 0;
  if (prefix >= 31) return { first: toOctets(network), last: toOctets(broadcast) };
  return { first: toOctets(network + 1), last: toOctets(broadcast - 1) };
}

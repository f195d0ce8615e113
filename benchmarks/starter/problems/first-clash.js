function firstClash(bookings) {
  for (let k = 0; k < bookings.length; k++) {
    const { room, start, end } = bookings[k];
    if (end <= start) return k;
    for (let j = 0; j < k; j++) {
      const other = bookings[j];
      if (other.room === room && start < other.end && other.start < end) return k;
    }
  }
  return -1;
}

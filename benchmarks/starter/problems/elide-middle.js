function elideMiddle(text, limit) {
  const marker = '...';
  if (text.length <= limit) return text;
  if (limit <= marker.length) return marker.slice(0, Math.max(0, limit));
  const room = limit - marker.length;
  const head = Math.ceil(room / 2);
  const tail = room - head;
  return text.slice(0, head) + marker + text.slice(text.length - tail);
}

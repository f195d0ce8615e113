function findFreeBlock(bitmap, wanted) {
  if (wanted <= 0) return -1;
  const total = bitmap.length * 8;
  let run = 0;
  for (let slot = 0; slot < total; slot++) {
    const used = (bitmap[slot >> 3] >> (slot & 7)) & 1;
    run = used === 1 ? 0 : run + 1;
    if (run === wanted) return slot - wanted + 1;
  }
  return -1;
}

function readParityFrames(frames) {
  const countOnes = (value) => {
    let ones = 0;
    for (let rest = value; rest > 0; rest >>= 1) ones += rest & 1;
    return ones;
  };
  return frames.map((frame) => {
    if (frame < 0 || frame > 255) return null;
    return countOnes(frame) % 2 === 0 ? frame & 127 : null;
  });
}

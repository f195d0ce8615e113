function foldLines(text, width) {
  if (width < 1) return [text];
  const lines = [];
  let line = '';
  for (const word of text.split(' ').filter(Boolean)) {
    if (line !== '' && line.length + 1 + word.length <= width) {
      line += ` ${word}`;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (line.length > width) {
      lines.push(line.slice(0, width));
      line = line.slice(width);
    }
  }
  if (line !== '') lines.push(line);
  return lines;
}

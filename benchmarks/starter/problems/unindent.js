function unindent(block) {
  const lines = block.split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const indents = filled.map((line) => line.length - line.trimStart().length);
  const margin = indents.length > 0 ? Math.min(...indents) : 0;
  const cut = lines.map((line) => (line.trim() === '' ? '' : line.slice(margin)));
  while (cut[0] === '') cut.shift();
  while (cut[cut.length - 1] === '') cut.pop();
  return cut.join('\n');
}

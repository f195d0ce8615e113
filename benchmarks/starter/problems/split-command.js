function splitCommand(line) {
  const words = [];
  let word = null;
  let quote = '';
  for (let k = 0; k < line.length; k++) {
    const char = line[k];
    if (char === '\\' && quote !== "'" && k + 1 < line.length) {
      word = (word ?? '') + line[++k];
    } else if (quote !== '' && char === quote) {
      quote = '';
    } else if (quote === '' && (char === '"' || char === "'")) {
      quote = char;
      word ??= '';
    } else if (quote === '' && char === ' ') {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? '') + char;
    }
  }
  if (word !== null) words.push(word);
  return quote === '' ? words : null;
}

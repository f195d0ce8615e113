function csvLine(fields, separator) {
  const quote = (text) => `"${text.replaceAll('"', '""')}"`;
  const cells = fields.map((field) => {
    if (field === null) return '';
    const text = String(field);
    const special = [separator, '"', '\n'].some((mark) => text.includes(mark));
    const risky = text === '' || text !== text.trim() || special;
    return risky ? quote(text) : text;
  });
  return cells.join(separator);
}

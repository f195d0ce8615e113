function fillTemplate(template, values) {
  return template.replace(/\{\{([^{}]+)\}\}/g, (whole, inside) => {
    const cut = inside.indexOf('|');
    const name = (cut < 0 ? inside : inside.slice(0, cut)).trim();
    const value = values[name];
    if (value !== undefined && value !== null) return String(value);
    return cut < 0 ? whole : inside.slice(cut + 1).trim();
  });
}

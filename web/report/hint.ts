import { el } from './dom.js';

/**
 * A box that scrolls sideways, with a fade at its cut edge and words that say what lies beyond.
 *
 * @param box its cells are its children, or those of its table's first row
 * @param words of how many cells are out of sight on the right, wholly or in part
 */
export function hinted(box: HTMLElement, words: (hidden: number) => string): HTMLElement {
  const hint = el('p', { class: 'hint', 'aria-hidden': 'true' });
  const frame = el('div', { class: 'hinted' }, hint, el('div', { class: 'fading' }, box));
  const update = () => {
    const edge = box.getBoundingClientRect().right + 1;
    const cells = [...(box.querySelector('thead tr') ?? box).children];
    const hidden = cells.filter((cell) => cell.getBoundingClientRect().right > edge).length;
    frame.classList.toggle('goes-on', hidden > 0);
    hint.textContent = hidden > 0 ? `scroll for ${words(hidden)} →` : '';
  };
  box.addEventListener('scroll', update, { passive: true });
  const size = new ResizeObserver(update);
  size.observe(box);
  for (const child of box.children) size.observe(child);
  return frame;
}

/** What an element may be given: attributes by name; true sets an empty one, false and undefined none. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export type Child = Node | string | undefined | false | readonly Child[];

/**
 * An element with attributes and children. Texts become text nodes and never markup: everything on the page that
 * comes from outside passes through here.
 */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  append(element, children);
  return element;
}

export function svg(tag: string, attributes: Attributes = {}, ...children: Node[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes))
    if (value !== false && value !== undefined)
      element.setAttribute(name, value === true ? '' : String(value));
}

function append(parent: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === undefined || child === false) continue;
    if (child instanceof Node || typeof child === 'string') parent.append(child);
    else append(parent, child);
  }
}

/** Puts new children in the place of the old ones. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  append(element, children);
}

/** Read by a screen reader, not shown. */
export function spoken(text: string): HTMLElement {
  return el('span', { class: 'spoken' }, text);
}

let ids = 0;

/** An id that no other element of the page has. */
export function newId(): string {
  return `n${++ids}`;
}

export interface Choice {
  value: string;
  label: string;
}

/** A labelled select; `changed` is called with the value that the reader chose. */
export function select(
  label: string,
  choices: readonly Choice[],
  changed: (value: string) => void,
  chosen?: string,
): { field: HTMLElement; input: HTMLSelectElement } {
  const options = choices.map((choice) =>
    el('option', { value: choice.value, selected: choice.value === chosen }, choice.label),
  );
  const id = newId();
  const input = el('select', { id }, options);
  input.addEventListener('change', () => changed(input.value));
  return { field: el('div', { class: 'field' }, el('label', { for: id }, label), input), input };
}

export function button(label: Child, pressed: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const element = el('button', { type: 'button', ...attributes }, label);
  element.addEventListener('click', pressed);
  return element;
}

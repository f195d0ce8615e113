import { button, el } from './dom.js';

const KEYS: readonly [keys: string, does: string][] = [
  ['↓ or j, ↑ or k', 'next and previous query in the list'],
  ['Page Down, Page Up, Home, End', 'further in the list'],
  ['Enter', 'open the query'],
  ['j, k in the open query', 'open the next or the previous one'],
  ['arrow keys in the rankings', 'from document to document'],
  ['Enter on a document', 'show it; Escape leads back'],
  ['Escape', 'back from the open query to the list'],
  ['/', 'search the queries'],
  ['?', 'this list'],
];

/** Keys that work everywhere on the page, the dialog that lists them all, and the switch that turns letters off. */
export class Shortcuts {
  /** Whether keys that type a character do something: speech input and stray hands set them off. */
  letters = true;
  private readonly actions = new Map<string, () => void>();
  private readonly dialog: HTMLDialogElement;

  constructor() {
    const letters = el('input', { type: 'checkbox', checked: true });
    letters.addEventListener('change', () => {
      this.letters = letters.checked;
    });
    this.dialog = el(
      'dialog',
      { 'aria-label': 'Keyboard shortcuts' },
      el('h2', {}, 'Keyboard shortcuts'),
      el(
        'dl',
        { class: 'keys' },
        KEYS.map(([keys, does]) => el('div', {}, el('dt', {}, keys), el('dd', {}, does))),
      ),
      el('label', { class: 'check' }, letters, 'Letters and signs work as shortcuts'),
      button('Close', () => this.dialog.close()),
    );
    this.on('?', () => this.show());
    addEventListener('keydown', (event) => this.press(event));
  }

  get element(): HTMLElement {
    return this.dialog;
  }

  show(): void {
    this.dialog.showModal();
  }

  on(key: string, action: () => void): void {
    this.actions.set(key, action);
  }

  private press(event: KeyboardEvent): void {
    const { target, key } = event;
    if (!this.letters || this.dialog.open || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
    const action = this.actions.get(key);
    if (action === undefined) return;
    event.preventDefault();
    action();
  }
}

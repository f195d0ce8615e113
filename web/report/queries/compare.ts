import type { QueryEntry, QueryView } from '../../../src/report/html/data.js';
import { button, el, fill, select } from '../dom.js';
import type { System } from '../systems.js';
import { diffView } from './code.js';
import { printable } from './printable.js';
import type { Standings } from './standing.js';

interface Pair {
  right: number;
  winner: number;
  /** The systems that put the winner above the right one, with the ranks. */
  systems: string[];
}

/** Two documents laid beside each other: the right one, and what a system put above it. */
export class Comparison {
  readonly element: HTMLElement;
  private readonly result = el('div', { 'aria-live': 'off' });
  private readonly before;
  private readonly after;
  private readonly upsets: HTMLButtonElement[] = [];
  /** Pairs of which some system put the second above the first. */
  private readonly beaten = new Set<string>();
  private pair: [before: number, after: number] | undefined;

  constructor(
    private readonly view: QueryView,
    private readonly query: QueryEntry,
    systems: readonly System[],
    private readonly standings: Standings,
  ) {
    const found = this.findUpsets(systems);
    const choices = this.documents(systems).map((document) => ({
      value: String(document),
      label: this.nameOf(document),
    }));
    this.before = select('− Document', choices, (value) => this.show(Number(value), this.pair![1]));
    this.after = select('+ Laid beside it', choices, (value) => this.show(this.pair![0], Number(value)));
    this.element = el(
      'div',
      { class: 'comparison' },
      found.length > 0
        ? el('ul', { class: 'upsets' }, found)
        : el(
            'p',
            { class: 'empty' },
            'No system that is shown has a document above the best right one here.',
          ),
      choices.length > 1 && el('div', { class: 'controls' }, this.before.field, this.after.field),
      this.result,
    );
    if (choices.length > 1) this.begin(Number(choices[0]!.value), Number(choices[1]!.value));
  }

  /** Starts with the upset of the best system; without any, two documents are chosen but not compared yet. */
  private begin(first: number, second: number): void {
    const upset = this.upsets[0];
    if (upset !== undefined) upset.click();
    else {
      this.pair = [first, second];
      this.after.input.value = String(second);
    }
  }

  show(before: number, after: number): void {
    this.pair = [before, after];
    this.before.input.value = String(before);
    this.after.input.value = String(after);
    for (const upset of this.upsets)
      upset.setAttribute('aria-pressed', String(upset.value === `${before} ${after}`));
    const [from, to] = [this.view.documents[before], this.view.documents[after]];
    if (from === undefined || to === undefined) return;
    fill(
      this.result,
      el(
        'p',
        { class: 'compared' },
        el('span', { class: 'removed' }, `− ${this.nameOf(before)}`),
        el('span', { class: 'added' }, `+ ${this.nameOf(after)}${this.above(before, after)}`),
      ),
      diffView(from, to),
    );
  }

  /** Puts a document on one side, and keeps the other. */
  place(document: number, side: 'before' | 'after'): void {
    if (this.pair === undefined) return;
    if (side === 'before') this.show(document, this.pair[1]);
    else this.show(this.pair[0], document);
  }

  /** One button for each pair of documents, near-clones first; systems that were beaten by the same one share it. */
  private findUpsets(systems: readonly System[]): HTMLElement[] {
    const pairs = new Map<string, Pair>();
    for (const system of systems) {
      const upset = this.standings.upset(this.query, system.row);
      if (upset === undefined) continue;
      const { right, winner, rank, rightRank } = upset;
      const key = `${right} ${winner}`;
      const pair = pairs.get(key) ?? { right, winner, systems: [] };
      const below = rightRank === null ? 'which has no rank' : `at rank ${rightRank}`;
      pair.systems.push(`${system.name}: rank ${rank}, above the right answer ${below}`);
      pairs.set(key, pair);
      this.beaten.add(key);
      // What is unrelated teaches little: what is known to be wrong is offered as well.
      const twin = this.standings.twin(this.query, right);
      const own = `${right} ${twin}`;
      const closer =
        twin !== undefined && this.closeness({ right, winner: twin }) < this.closeness({ right, winner });
      if (closer && !pairs.has(own)) pairs.set(own, { right, winner: twin, systems: [] });
    }
    const ordered = [...pairs].sort(([, a], [, b]) => this.closeness(a) - this.closeness(b));
    return ordered.map(([key, { right, winner, systems: beaten }]) => {
      const what = ['wrong variant', 'wrong document', 'unjudged document'][
        this.closeness({ right, winner })
      ]!;
      const label = [
        el('span', {}, `${what} `),
        el('bdi', { class: 'document-id' }, printable(this.view.documents[winner]?.id ?? '')),
        el('small', {}, printable(beaten.join(' · ') || 'known to be wrong, for comparison')),
      ];
      const press = button('', () => this.show(right, winner), { value: key, 'aria-pressed': 'false' });
      press.append(...label);
      this.upsets.push(press);
      return el('li', {}, press);
    });
  }

  /** 0: near-clones; 1: the winner is known to be wrong; 2: nothing is known of it. */
  private closeness({ right, winner }: Pick<Pair, 'right' | 'winner'>): number {
    if (this.kin(right, winner)) return 0;
    return this.standings.of(this.query, winner) === 'wrong' ? 1 : 2;
  }

  /** Says so where a system put the second above the first. */
  private above(before: number, after: number): string {
    return this.beaten.has(`${before} ${after}`) ? ' · ranked above it' : '';
  }

  private kin(a: number, b: number): boolean {
    return this.standings.root(a) === this.standings.root(b);
  }

  /** Every document that the rankings of the query show, and the judged ones. */
  private documents(systems: readonly System[]): number[] {
    const shown = systems.flatMap(({ row }) => this.query.rows[row]?.top ?? []);
    const judged = this.query.judged.map(([document]) => document);
    const rights = this.standings.rights(this.query);
    return [...new Set([...rights, ...judged, ...shown])].filter(
      (document) => document in this.view.documents,
    );
  }

  private nameOf(document: number): string {
    const standing = this.standings.of(this.query, document);
    const { id, bugs = [] } = this.view.documents[document]!;
    const said = [id, standing === 'unknown' ? 'unjudged' : standing, ...bugs];
    return printable(said.join(' · '));
  }
}

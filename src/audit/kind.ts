export const THEMES = ['judgments', 'texts', 'leaks', 'duplicates', 'artefacts', 'names'] as const;

/** One kind of figure: what it counts, and how to read it. */
export interface FigureKind {
  readonly name: string;
  readonly theme: (typeof THEMES)[number];
  /** What is counted or averaged over. An answer is a pair of a query and one of its positives. */
  readonly unit: 'query' | 'document' | 'judgment' | 'answer' | 'family';
  /** The whole definition, in a sentence. */
  readonly describe: string;
  /** What a high value means, in a few words. */
  readonly reading: string;
  /** What the value is to be compared with; absent where 0 is the only reference. */
  readonly against?: string;
  /** Whether the ids of what was found are worth showing. */
  readonly examples?: true;
}

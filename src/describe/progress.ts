/** Told how far the work has come: what is being read, and how much of how many. */
export type Progress = (what: string, done?: number, total?: number) => void;

/** Told how far work has come: what is being done, and how much of how many. */
export type Progress = (what: string, done?: number, total?: number) => void;

/** One measured figure. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Of a reference measured in the same run, because machines differ. */
  readonly ratio?: number;
  /** What the value, or the ratio where there is one, is meant to be. */
  readonly goal?: string;
}

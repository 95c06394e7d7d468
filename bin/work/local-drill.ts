export interface AskedDrill {
  readonly site: string;
  readonly json?: boolean;
}

export async function localDrill(_name: string, _asked: AskedDrill): Promise<0 | 1> {
  return 1;
}

/** A measured value with its budget. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** Budget as text, for example `≥ 0.30`. */
  budget?: string;
  met?: boolean;
}

const figures: Figure[] = [];

export function record(figure: Figure): void {
  figures.push(figure);
  process.stdout.write(`${line(figure)}\n`);
}

/** Records a value that must not exceed `most`. */
export function atMost(name: string, value: number, most: number, unit: string): void {
  record({ name, value, unit, budget: `≤ ${most}`, met: value <= most });
}

/** Records a value that must reach `least`. */
export function atLeast(name: string, value: number, least: number, unit: string): void {
  record({ name, value, unit, budget: `≥ ${least}`, met: value >= least });
}

function line({ name, value, unit, budget = '', met }: Figure): string {
  const mark = met === undefined ? ' ' : met ? '✓' : '✗';
  return `${mark} ${name.padEnd(64)} ${value.toFixed(value < 10 ? 2 : 0).padStart(9)} ${unit.padEnd(6)} ${budget}`;
}

export function section(title: string): void {
  process.stdout.write(`\n${title}\n`);
}

/** Returns the number of missed budgets. */
export function missed(): number {
  return figures.filter((figure) => figure.met === false).length;
}

import { cpus, loadavg, totalmem } from 'node:os'

/** One figure with its limit; `pass` is null without a limit, or if the figure could not be measured. */
export interface Figure {
  what: string
  value: string
  bar: string
  pass: boolean | null
}

/** A figure that must be at least the limit. */
export const atLeast = (what: string, value: number, bar: number, unit: string): Figure => ({
  what,
  value: formatFigure(value, unit),
  bar: `>= ${formatFigure(bar, unit)}`,
  pass: value >= bar,
})
/** A figure that must be at most the limit. */
export const atMost = (what: string, value: number, bar: number, unit: string): Figure => ({
  what,
  value: formatFigure(value, unit),
  bar: `<= ${formatFigure(bar, unit)}`,
  pass: value <= bar,
})
/** A figure for comparison only. */
export const withoutLimit = (what: string, value: number, unit: string): Figure => ({
  what,
  value: formatFigure(value, unit),
  bar: '',
  pass: null,
})
/** A figure that could not be measured, with the reason. */
export const notMeasured = (what: string, why: string): Figure => ({
  what,
  value: `SKIPPED: ${why}`,
  bar: '',
  pass: null,
})

function formatFigure(value: number, unit: string): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${unit}`.trim()
}

const load = () =>
  loadavg()
    .map((n) => n.toFixed(1))
    .join(' ')
/** The machine and versions of the measurement; without them the figures mean nothing. */
export const machine = (): string =>
  `Node ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, load average ${load()}`

/** One table: figure, value, limit, and if the limit is met. */
export function printTable(
  head: readonly string[],
  sections: readonly { name: string; figures: readonly Figure[] }[],
): void {
  const all = sections.flatMap((s) => s.figures)
  const widths = [(f: Figure) => f.what, (f: Figure) => f.value, (f: Figure) => f.bar].map((of) =>
    Math.max(0, ...all.map((f) => of(f).length)),
  )
  const line = (f: Figure) =>
    `  ${f.what.padEnd(widths[0]!)}  ${f.value.padStart(widths[1]!)}  ${f.bar.padEnd(widths[2]!)}  ${f.pass === null ? '' : f.pass ? 'met' : 'MISSED'}`.trimEnd()
  const lines = [...head, `load average at the end ${load()}`]
  for (const { name, figures } of sections) lines.push('', name, ...figures.map(line))
  const missed = all.filter((f) => f.pass === false).length
  process.stdout.write(`\n${lines.join('\n')}\n\n${all.filter((f) => f.pass).length} met, ${missed} missed\n`)
}

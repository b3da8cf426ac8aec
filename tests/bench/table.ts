import { cpus, loadavg, totalmem } from 'node:os'
import { measureReference, REFERENCE_MS } from './reference'

/** A measured figure with its limit. Figures for comparison and figures that could not be measured have no limit. */
export interface Figure {
  what: string
  /** The value, or the reason why there is none. */
  value: number | string
  unit: string
  limit?: { relation: '>=' | '<='; value: number }
  /** The measurement failed, and the run with it. */
  failed?: true
}
export interface Section {
  name: string
  figures: readonly Figure[]
  /** Duration of the reference work around this section, ms. */
  referenceMs: number
}

/** Measures figures, and the reference work before and after them. An error becomes a failed figure. */
export async function measureSection(name: string, measure: () => Promise<readonly Figure[]>): Promise<Section> {
  const referenceBefore = measureReference()
  const figures = await measure().catch((error: unknown): Figure[] => [
    { what: 'not measured', value: error instanceof Error ? error.message : String(error), unit: '', failed: true },
  ])
  return { name, figures, referenceMs: (referenceBefore + measureReference()) / 2 }
}

/** A figure that must be at least the limit. */
export const atLeast = (what: string, value: number, limit: number, unit: string): Figure => ({
  what,
  value,
  unit,
  limit: { relation: '>=', value: limit },
})
/** A figure that must be at most the limit. */
export const atMost = (what: string, value: number, limit: number, unit: string): Figure => ({
  what,
  value,
  unit,
  limit: { relation: '<=', value: limit },
})
/** A figure for comparison only. */
export const withoutLimit = (what: string, value: number, unit: string): Figure => ({ what, value, unit })
/** A figure that could not be measured, with the reason. */
export const notMeasured = (what: string, why: string): Figure => ({ what, value: `SKIPPED: ${why}`, unit: '' })

/** Scales limits of durations and rates by the duration of the reference work; limits of ratios, sizes and counts stay. */
function scaleLimit(limit: number, unit: string, referenceMs: number): number {
  if (unit === 'ms' || unit === 's') return (limit * referenceMs) / REFERENCE_MS
  return unit === '/s' ? (limit * REFERENCE_MS) / referenceMs : limit
}
/** True if the limit is met; null without a limit. */
function isMet({ value, unit, limit, failed }: Figure, { referenceMs }: Section): boolean | null {
  if (failed) return false
  if (!limit || typeof value === 'string') return null
  const scaledLimit = scaleLimit(limit.value, unit, referenceMs)
  return limit.relation === '>=' ? value >= scaledLimit : value <= scaledLimit
}

function formatFigure(value: number | string, unit: string): string {
  if (typeof value === 'string') return value
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${unit}`.trim()
}
const formatLimit = ({ unit, limit }: Figure, { referenceMs }: Section): string =>
  limit ? `${limit.relation} ${formatFigure(scaleLimit(limit.value, unit, referenceMs), unit)}` : ''

const formatLoadAverage = () =>
  loadavg()
    .map((n) => n.toFixed(1))
    .join(' ')
/** Describes the machine and the version of Node, which the figures depend on. */
export const describeMachine = (): string =>
  `Node ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, load average ${formatLoadAverage()}`

/**
 * Prints one table: figure, value, limit for this machine, and if the limit is met. A missed limit sets the exit code to 1.
 */
export function printTable(head: readonly string[], sections: readonly Section[]): void {
  const rows = sections.flatMap((section) =>
    section.figures.map((figure) => ({
      section,
      cells: [figure.what, formatFigure(figure.value, figure.unit), formatLimit(figure, section)],
      met: isMet(figure, section),
    })),
  )
  const widths = [0, 1, 2].map((n) => Math.max(0, ...rows.map(({ cells }) => cells[n]!.length)))
  const formatRow = ({ cells: [what, value, limit], met }: (typeof rows)[number]) =>
    `  ${what!.padEnd(widths[0]!)}  ${value!.padStart(widths[1]!)}  ${limit!.padEnd(widths[2]!)}  ${met === null ? '' : met ? 'met' : 'MISSED'}`.trimEnd()
  const lines = [...head, `load average at the end ${formatLoadAverage()}`]
  for (const section of sections)
    lines.push(
      '',
      `${section.name} (reference work: ${formatFigure(section.referenceMs, 'ms')}, ${REFERENCE_MS} ms where the limits were set)`,
      ...rows.filter((row) => row.section === section).map(formatRow),
    )
  const count = (met: boolean) => rows.filter((row) => row.met === met).length
  process.stdout.write(`\n${lines.join('\n')}\n\n${count(true)} met, ${count(false)} missed\n`)
  if (count(false) > 0) process.exitCode = 1
}

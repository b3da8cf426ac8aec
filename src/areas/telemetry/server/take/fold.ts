/** Judges the counters of a batch and derives the changes to readings, roll-ups and bases. */
import type { Context } from '@/server/context'
import { isApart, type CounterBase } from '../../rules/counter'
import { plantDays } from '../../rules/slots'
import { inSums, standingOf } from '../../rules/standing'
import {
  amend,
  append,
  daysTouched,
  firstTouched,
  rollUp,
  specOf,
  type Amendment,
  type CounterChange,
} from './counters'
import { touchedDays, type RollUp } from './days'
import { oddOf, type OddEntry, type TagRead, type TagState } from './entry'
import type { NewReading, Sorted } from './store'
import { readUsage, writeUsage } from './usage-days'
import { windowsAround, type Changed } from './window'

export interface CounterState {
  readonly tagId: string
  readonly base: CounterBase | null
  readonly pending: CounterBase | null
}
export interface Folded {
  readonly added: readonly NewReading[]
  readonly replaced: readonly NewReading[]
  /** Stored readings whose standing has changed. */
  readonly restood: readonly { tagId: string; at: number; standing: number }[]
  /** Readings that count now, so that they are no longer odd readings. */
  readonly righted: readonly { tagId: string; at: number }[]
  readonly odd: readonly OddEntry[]
  readonly states: readonly CounterState[]
  /** Reads the roll-ups that change. */
  rollUp(): Promise<RollUp>
}
export interface ToFold {
  readonly tags: ReadonlyMap<string, TagRead>
  readonly states: ReadonlyMap<string, TagState>
  readonly sorted: readonly Sorted[]
  /** Use over a longer pause than this is not spread over it, h. */
  readonly gapHours: number
}

/**
 * Judges all counter readings of a batch: appended ones directly, late or revised ones with the readings around them.
 */
export async function fold(ctx: Context, { tags, states, sorted, gapHours }: ToFold): Promise<Folded> {
  const inTurn = sorted.filter((s) => s.late.length + s.revised.length === 0)
  const amended = sorted.filter((s) => s.late.length + s.revised.length > 0)
  const changes = inTurn.map((s) => {
    const of = tags.get(s.tagId)!
    return append(of, specOf(of, gapHours), states.get(s.tagId)!, s)
  })
  const toAmend = amended.map((s) => ({
    of: tags.get(s.tagId)!,
    came: [...s.late, ...s.revised, ...s.newer].sort((a, b) => a.at - b.at),
  }))
  return outcome(ctx, [...changes, ...(await amendAll(ctx, toAmend, gapHours))], sorted)
}

interface ToAmend {
  readonly of: TagRead
  readonly came: Amendment['came']
  readonly saidNow?: Amendment['saidNow']
}
/** Judges changes to earlier readings. The window of surrounding readings is widened until it suffices. */
export async function amendAll(ctx: Context, all: readonly ToAmend[], gapHours: number): Promise<CounterChange[]> {
  const found: CounterChange[] = []
  let open = all.map((one): ToAmend & Changed => {
    const moments = [...one.came.map((e) => e.at), ...(one.saidNow?.keys() ?? [])]
    return { ...one, tagId: one.of.id, from: Math.min(...moments), to: Math.max(...moments) }
  })
  while (open.length > 0) {
    const windows = new Map((await windowsAround(ctx, open)).map((w) => [w.tagId, w]))
    const more: typeof open = []
    for (const one of open) {
      const { of, came, saidNow, to } = one
      const change = amend(of, specOf(of, gapHours), windows.get(of.id)!, {
        came,
        until: to,
        ...(saidNow ? { saidNow } : {}),
      })
      if ('beyond' in change) more.push({ ...one, to: change.beyond })
      else found.push(change)
    }
    open = more
  }
  return found
}

/** Builds the readings, standings, odd readings and states that follow from the changes. */
export function outcome(ctx: Context, changes: readonly CounterChange[], sorted: readonly Sorted[]): Folded {
  const revised = new Set(sorted.flatMap((s) => s.revised))
  const rows = changes.flatMap(({ of, judged }) =>
    judged.flatMap(({ entry, step }): NewReading[] =>
      entry ? [{ tagId: of.id, entry, standing: standingOf(step.verdict) }] : [],
    ),
  )
  const restood = changes.flatMap(({ of, judged }) =>
    judged.flatMap(({ entry, before, at, step }) =>
      entry === null && before !== null && before !== standingOf(step.verdict)
        ? [{ tagId: of.id, at, standing: standingOf(step.verdict) }]
        : [],
    ),
  )
  return {
    added: rows.filter((r) => !revised.has(r.entry)),
    replaced: rows.filter((r) => revised.has(r.entry)),
    restood,
    righted: [
      ...restood,
      ...rows
        .filter((r) => revised.has(r.entry))
        .map(({ tagId, entry, standing }) => ({ tagId, at: entry.at, standing })),
    ].filter((r) => inSums(r.standing)),
    odd: changes.flatMap(oddOfChange),
    states: changes.flatMap(stateOf),
    rollUp: () => rollUpOf(ctx, changes),
  }
}
function oddOfChange({ of, judged }: CounterChange): OddEntry[] {
  return judged.flatMap(({ at, value, entry, before, step: { verdict } }) => {
    const isNew = entry !== null || before !== standingOf(verdict)
    return isNew && (isApart(verdict) || verdict === 'longGap')
      ? [oddOf({ tag: of.code, value }, of, at, verdict as OddEntry['reason'])]
      : []
  })
}
/** Returns the new base and pending reading of a counter, if its newest reading was judged. */
function stateOf({ of, judged, base, open }: CounterChange): CounterState[] {
  if (!open) return []
  const last = judged.findLast(({ step }) => step.verdict !== 'left')
  const pending = last && isApart(last.step.verdict) ? { at: last.at, value: last.value } : null
  return [{ tagId: of.id, base, pending }]
}
async function rollUpOf(ctx: Context, changes: readonly CounterChange[]): Promise<RollUp> {
  const dayOf = plantDays(ctx.timeZone)
  const touched = changes.map((change) => ({ change, days: daysTouched(change, dayOf) }))
  const stored = await readUsage(
    ctx,
    touchedDays(
      touched.flatMap(({ change, days }) =>
        days.map((day) => ({ tagId: change.of.id, day, from: Math.max(day.start, firstTouched(change)), to: day.end })),
      ),
    ),
  )
  return {
    sumUp: () => {
      for (const { change, days } of touched) rollUp(change, (day) => stored.get(change.of.id, day), days, dayOf)
    },
    write: () => writeUsage(ctx, stored),
  }
}

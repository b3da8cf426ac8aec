/** Tools of a place: at each position one after the other over the era, with wear from the machine's actual output. */
import { DAY_MS, HOUR_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { tool } from '@/areas/tools/contract/tool'
import { toolUse } from '@/areas/tools/contract/tool-use'
import {
  calculateLifePercent,
  getUsedLife,
  deriveToolState,
  defaultLifeUnits,
  type ToolUseReason,
  type UseSpan,
} from '@/areas/tools/rules/tool'
import { makerNamed } from '../company-names'
import { batch, stamps, type Batch, type Draft } from '../draft'
import type { Era } from '../era'
import type { PlantLine, Site } from '../lines'
import type { Staff } from '../people'
import { isWebLine } from '../production/master-data'
import { rounded, type Dice } from '../random'
import type { Made, Sum } from './made'
import { KNIFE_PLACES, nearEnd, POSITIONS, specs, type Spec } from './specs'

interface Rows {
  readonly tools: Draft<typeof tool>[]
  readonly uses: Draft<typeof toolUse>[]
}
/** Builds the tools of a place with their uses, and two spares of each kind. */
export function buildTools(dice: Dice, era: Era, site: Site, staff: Staff, made: Made, place: number): Batch[] {
  const rows: Rows = { tools: [], uses: [] }
  for (const spec of specs) {
    const shop = new Shop(dice.branch(spec.kind), era, staff, made, spec, place, rows)
    const machines = site.lines.filter((line) => (spec.kind === 'knife' ? line.kind === 'slitting' : isWebLine(line)))
    for (const [m, machine] of machines.slice(0, spec.kind === 'knife' ? machines.length : POSITIONS).entries())
      for (let at = 1; at <= (spec.kind === 'knife' ? KNIFE_PLACES : 1); at++)
        shop.fill(
          machine,
          at,
          at <= POSITIONS ? era.from : era.now - dice.int(1, spec.lifeDays) * DAY_MS,
          nearEnd[spec.kind]?.[m],
        )
    for (let i = 0; i < 2; i++) shop.add(toMoment(era.now - 20 * DAY_MS), {})
  }
  return [batch(tool, rows.tools), batch(toolUse, rows.uses)]
}

/** Builds the tools of one kind. */
class Shop {
  #count = 0
  readonly #limits = new Map<string, number>()
  constructor(
    private readonly dice: Dice,
    private readonly era: Era,
    private readonly staff: Staff,
    private readonly made: Made,
    private readonly spec: Spec,
    private readonly place: number,
    private readonly rows: Rows,
  ) {}
  /**
   * Adds the tools of one position, one after the other.
   *
   * @param endShare share of its life limit that the current tool at position 1 has used
   */
  fill(machine: PlantLine, at: number, from: number, end: number | undefined): void {
    let next = from
    while (next < this.era.now - DAY_MS) next = this.#life(machine, at, next, at === 1 ? end : undefined)
  }
  #life(machine: PlantLine, place: number, from: number, share: number | undefined): number {
    const { dice, era, spec } = this
    const id = dice.id(from)
    const second = dice.chance(0.4)
    const days = spec.lifeDays * (second ? 0.75 : 1) * Math.min(1.6, Math.max(0.35, dice.weibull(1.1, 3)))
    const by = this.staff.lead('mechanic').id
    const used = { usedH: 0, usedM: 0, usedKg: 0 }
    let [left, at] = [days, from]
    for (; left > 0.5 && at < era.now;) {
      const span = Math.min(left, spec.mountDays * dice.between(0.8, 1.2))
      const off = at + span * DAY_MS
      const sum = this.made.between(machine.id, at, Math.min(off, era.now))
      used.usedH += sum.hours
      used.usedM += sum.metres
      used.usedKg += sum.kg
      left -= span
      this.#mounting(id, machine, place, at, off < era.now ? off : null, sum, left > 0.5)
      if (off >= era.now) {
        this.add(toMoment(from - 5 * DAY_MS), { id, second, used, share, machine })
        return era.now
      }
      if (left > 0.5 && off + 6 * HOUR_MS < era.now) this.#record(id, spec.between, off + 6 * HOUR_MS, by)
      at = off + dice.int(8, 20) * HOUR_MS
    }
    const reason = dice.chance(0.1) ? dice.pick(['lost', 'obsolete'] as const) : dice.pick(spec.ends)
    if (at < era.now) this.#record(id, 'scrapped', at, by, reason)
    this.add(toMoment(from - 5 * DAY_MS), { id, second, used, machine })
    return at + dice.int(1, 4) * HOUR_MS
  }
  #mounting(
    toolId: string,
    machine: PlantLine,
    place: number,
    at: number,
    off: number | null,
    sum: Sum,
    again: boolean,
  ): void {
    const by = this.dice.pick(this.staff.onShift(this.spec.kind === 'knife' ? 'slit' : 'shiftMaint', at)).id
    this.rows.uses.push({
      id: this.dice.id(at),
      toolId,
      toolKind: this.spec.kind,
      kind: 'mounted',
      lineId: machine.id,
      place,
      side: this.spec.kind === 'knife' ? 'upper' : null,
      occurredAt: toMoment(at),
      removedAt: off === null ? null : toMoment(off),
      hours: tenth(sum.hours),
      metres: tenth(sum.metres),
      kg: tenth(sum.kg),
      reason: off === null ? null : again ? 'planned' : this.dice.pick(this.spec.ends),
      userId: by,
      removedBy: off === null ? null : by,
      ...stamps(at, by, off ?? at),
    })
  }
  #record(
    toolId: string,
    kind: 'cleaned' | 'ground' | 'scrapped',
    at: number,
    by: string,
    reason: ToolUseReason | null = null,
  ): void {
    this.rows.uses.push({
      id: this.dice.id(at),
      toolId,
      toolKind: this.spec.kind,
      kind,
      occurredAt: toMoment(at),
      reason,
      userId: by,
      ...stamps(at, by),
    })
  }
  /** Adds a tool in its current state. */
  add(
    boughtAt: string,
    one: {
      id?: string
      second?: boolean
      used?: Record<'usedH' | 'usedM' | 'usedKg', number>
      share?: number | undefined
      machine?: PlantLine
    },
  ): void {
    const { spec, era, place } = this
    const { used = { usedH: 0, usedM: 0, usedKg: 0 } } = one
    const now = deriveToolState(this.rows.uses.flatMap((use) => (use.toolId === one.id ? [spanOf(use)] : [])))
    const lifeUnit = defaultLifeUnits[spec.kind]
    const figures = { usedH: tenth(used.usedH), usedM: tenth(used.usedM), usedKg: tenth(used.usedKg) }
    const share = one.share ?? 0
    const life = { lifeUnit, ...figures }
    const lifeLimit =
      share > 0 && now.state === 'mounted'
        ? Math.round(getUsedLife({ ...life, lifeLimit: null }) / share)
        : this.#limit(one.machine)
    const bought = toMillis(boughtAt)
    this.#count += 1
    this.rows.tools.push({
      id: one.id ?? this.dice.id(bought),
      code: `${spec.prefix}${place === 1 ? '' : `${place}-`}${String(this.#count).padStart(3, '0')}`,
      kind: spec.kind,
      ...now,
      model: spec.model,
      ...makerNamed(spec.makers[one.second ? 1 : 0]),
      size: spec.size,
      // Expensive tools of the meltblown line cost half, because it is half as wide; filters have one size.
      price: rounded(
        spec.price * (one.second ? 0.7 : 1) * (one.machine?.kind === 'meltblown' && spec.price > 1000 ? 0.5 : 1),
        2,
      ),
      boughtOn: era.dayOf(bought),
      ...life,
      lifeLimit,
      lifePercent: calculateLifePercent({ ...life, lifeLimit }),
      ...stamps(bought, this.staff.lead('mechanic').id, now.since ? toMillis(now.since) : bought),
    })
  }
  /** Life limit of the kind: the machine's output in `lifeDays` plus 15 %, rounded. */
  #limit(machine: PlantLine | undefined): number | null {
    const { era, spec } = this
    const key = machine?.id ?? [...this.#limits.keys()][0]
    if (!key) return null
    const known = this.#limits.get(key)
    if (known !== undefined) return known
    const days = (era.now - era.from) / DAY_MS
    const { hours, metres, kg } = this.made.between(key, era.from, era.now)
    const whole = { h: hours, m: metres, kg }[defaultLifeUnits[spec.kind]]
    const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, (whole / days) * spec.lifeDays))) - 1)
    const limit = Math.max(step, Math.round(((whole / days) * spec.lifeDays * 1.15) / step) * step)
    this.#limits.set(key, limit)
    return limit
  }
}
const spanOf = (use: Draft<typeof toolUse>): UseSpan => ({
  id: use.id,
  kind: use.kind ?? 'mounted',
  occurredAt: use.occurredAt ?? '',
  removedAt: use.removedAt ?? null,
  lineId: use.lineId ?? null,
  place: use.place ?? null,
  side: use.side ?? null,
  reason: use.reason ?? null,
})
const tenth = (value: number): number => Math.round(value * 10) / 10
